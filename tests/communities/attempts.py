"""What SQL as the web process's role tries in somebody's scope: to join, read, write, move or widen a community.

Each must be refused by PostgreSQL, or find and change no row. The names in braces are ids of the test's community, and
of what alice shared there: `shown`, `waiting` for the moderators, `removed`, and `own`, which bob shared.
"""

from dataclasses import dataclass

REFUSED = "permission denied|row-level security|^Only|Somebody else|needs a line|does not change|stays so|hands the"
NOTHING = "no row"


@dataclass(frozen=True)
class Attempt:
    """`who` is stranger, member, author, moderator, owner, agent (of the member, for the community) or outsider, the
    member's agent that works for no community. `end` is NOTHING or a pattern of PostgreSQL's message.
    """

    who: str
    sql: str
    end: str = REFUSED


JOIN = {
    "a membership of his own": Attempt(
        "stranger",
        "INSERT INTO people_membership (id, person_id, community_id, role)"
        " VALUES (gen_random_uuid(), '{stranger}', '{community}', 'member')",
    ),
    "by a made-up link": Attempt("stranger", "SELECT 1 WHERE communities_join('guess', 'Carl') IS NOT NULL", NOTHING),
    "by a link he makes himself": Attempt(
        "stranger",
        "INSERT INTO communities_communityinvitation"
        " (id, person_id, community_id, token_hash, created_at, expires_at, max_uses)"
        " VALUES (gen_random_uuid(), '{stranger}', '{community}', 'x', now(), now() + interval '1 day', 1)",
    ),
    "by a link that a member makes": Attempt(
        "member",
        "INSERT INTO communities_communityinvitation"
        " (id, person_id, community_id, token_hash, created_at, expires_at, max_uses)"
        " VALUES (gen_random_uuid(), '{member}', '{community}', 'x', now(), now() + interval '1 day', 1)",
    ),
    "by a link that is used up, made longer": Attempt(
        "moderator", "UPDATE communities_communityinvitation SET max_uses = 50, expires_at = now() + interval '1 year'"
    ),
    "as an agent, by a link": Attempt("agent", "SELECT communities_join('guess', 'Bot')", REFUSED),
    "a community of an agent": Attempt("agent", "SELECT communities_found(gen_random_uuid(), 'Bots', 'open', 'Bot')"),
}
READ = {
    "the community": Attempt("stranger", "SELECT * FROM people_community WHERE id = '{community}'", NOTHING),
    "its members": Attempt("stranger", "SELECT * FROM people_membership WHERE community_id = '{community}'", NOTHING),
    "what it shows": Attempt("stranger", "SELECT * FROM communities_sharedmemory", NOTHING),
    "its log": Attempt("stranger", "SELECT * FROM communities_decision", NOTHING),
    "its links": Attempt("member", "SELECT * FROM communities_communityinvitation", NOTHING),
    "what waits for the moderators": Attempt(
        "member", "SELECT * FROM communities_sharedmemory WHERE id = '{waiting}'", NOTHING
    ),
    "what was removed": Attempt("member", "SELECT * FROM communities_sharedmemory WHERE id = '{removed}'", NOTHING),
    "what it said before": Attempt(
        "member", "SELECT * FROM communities_historicalsharedmemory WHERE id <> '{own}'", NOTHING
    ),
    "who shared it, as a member": Attempt(
        "member", "SELECT * FROM communities_contribution WHERE id = '{shown}'", NOTHING
    ),
    "who shared it, as a moderator": Attempt(
        "moderator", "SELECT * FROM communities_contribution WHERE id = '{shown}'", NOTHING
    ),
    "who shared it, as the owner": Attempt("owner", "SELECT * FROM communities_contribution", NOTHING),
    "who reported it": Attempt("author", "SELECT * FROM communities_report", NOTHING),
    "what a member muted": Attempt("owner", "SELECT * FROM communities_sharedmute", NOTHING),
    "a member's own memories, as a moderator": Attempt(
        "moderator", "SELECT * FROM memories_memory WHERE person_id <> '{moderator}'", NOTHING
    ),
    "an author's record, as a member": Attempt("member", "SELECT * FROM communities_record('{shown}')", NOTHING),
    "how many read it": Attempt("stranger", "SELECT * FROM communities_readers('{community}')", NOTHING),
    "a community that an agent does not work for": Attempt("outsider", "SELECT * FROM people_community", NOTHING),
    "what it shows, for an agent of nobody there": Attempt(
        "outsider", "SELECT * FROM communities_sharedmemory", NOTHING
    ),
    "what its person shared, as an agent": Attempt(
        "agent", "SELECT * FROM communities_sharedmemory WHERE id = '{own}'", NOTHING
    ),
}
NEW = (
    "INSERT INTO communities_sharedmemory"
    " (id, community_id, statement, kind, status, proposed_at, shown_at, changed_at)"
    " VALUES ('{{id}}', '{{community}}', 'Forged.', 'fact', '{status}', now(), {shown_at}, now())"
)
WRITE = {
    "into a community of others": Attempt(
        "stranger", NEW.format(status="proposed", shown_at="NULL").replace("{id}", "{fresh}")
    ),
    "past the moderators": Attempt("member", NEW.format(status="shown", shown_at="now()").replace("{id}", "{fresh}")),
    "without a contribution of one's own": Attempt(
        "member", NEW.format(status="proposed", shown_at="NULL").replace("{id}", "{fresh}")
    ),
    "as an agent": Attempt("agent", NEW.format(status="proposed", shown_at="NULL").replace("{id}", "{fresh}")),
    "what waits, shown by its author": Attempt(
        "author", "UPDATE communities_sharedmemory SET status = 'shown', shown_at = now() WHERE id = '{waiting}'"
    ),
    "what was removed, shown by its author": Attempt(
        "author", "UPDATE communities_sharedmemory SET status = 'shown' WHERE id = '{removed}'"
    ),
    "other words for what is shown, by its author": Attempt(
        "author", "UPDATE communities_sharedmemory SET statement = 'Forged.' WHERE id = '{shown}'"
    ),
    "other words for somebody else's": Attempt(
        "member", "UPDATE communities_sharedmemory SET statement = 'Forged.' WHERE id = '{shown}'", NOTHING
    ),
    "an approval without a line in the log": Attempt(
        "moderator",
        "UPDATE communities_sharedmemory SET status = 'shown' WHERE id = '{waiting}'; SET CONSTRAINTS ALL IMMEDIATE",
    ),
    "a decision of a member": Attempt(
        "member",
        "INSERT INTO communities_decision (id, community_id, shared_id, moderator_id, verb, reason, before, at)"
        " VALUES (gen_random_uuid(), '{community}', '{waiting}', '{member}', 'approve', 'checked', 'proposed', now())",
    ),
    "a decision in another moderator's name": Attempt(
        "moderator",
        "INSERT INTO communities_decision (id, community_id, shared_id, moderator_id, verb, reason, before, at)"
        " VALUES (gen_random_uuid(), '{community}', '{waiting}', '{owner}', 'approve', 'checked', 'proposed', now())",
    ),
    "another reason in the log": Attempt("moderator", "UPDATE communities_decision SET reason = 'wrong'"),
    "a line less in the log": Attempt("moderator", "DELETE FROM communities_decision"),
    "what was shared, deleted": Attempt("moderator", "DELETE FROM communities_sharedmemory"),
    "a version of it": Attempt("moderator", "UPDATE communities_historicalsharedmemory SET statement = 'Forged.'"),
    "a report in somebody else's name": Attempt(
        "member",
        "INSERT INTO communities_report (id, person_id, community_id, shared_id, reason, at)"
        " VALUES (gen_random_uuid(), '{author}', '{community}', '{shown}', 'wrong', now())",
    ),
    "the community's name, by a moderator": Attempt("moderator", "UPDATE people_community SET name = 'Ours'", NOTHING),
    "a suggestion of an agent, shared by itself": Attempt(
        "agent", "UPDATE communities_contribution SET status = 'shared'", NOTHING
    ),
}
MOVE = {
    "it to another community": Attempt(
        "moderator", "UPDATE communities_sharedmemory SET community_id = '{elsewhere}' WHERE id = '{shown}'"
    ),
    "somebody else's under one's own name": Attempt(
        "moderator", "UPDATE communities_sharedmemory SET author_name = 'Mira' WHERE id = '{shown}'"
    ),
    "somebody else's contribution to oneself": Attempt(
        "member",
        "INSERT INTO communities_contribution (id, person_id, community_id, statement, kind, status, fingerprint,"
        " created_at) VALUES ('{shown}', '{member}', '{community}', '', 'fact', 'shared', 'x', now())",
    ),
    "one's contribution to another community": Attempt(
        "author", "UPDATE communities_contribution SET community_id = '{elsewhere}'"
    ),
    "back what was retracted": Attempt(
        "author",
        "SELECT communities_retract('{shown}'); UPDATE communities_sharedmemory SET status = 'proposed',"
        " statement = 'Again.' WHERE id = '{shown}'",
    ),
    "what somebody else shared out of it": Attempt("member", "SELECT communities_retract('{shown}')"),
}
WIDEN = {
    "a member's role, by himself": Attempt("member", "UPDATE people_membership SET role = 'owner'"),
    "a member's role, by a moderator": Attempt(
        "moderator", "SELECT communities_set_role(id, 'moderator') FROM people_membership WHERE person_id = '{member}'"
    ),
    "the ownership, by a moderator": Attempt(
        "moderator", "SELECT communities_hand_over(id) FROM people_membership WHERE person_id = '{moderator}'"
    ),
    "who belongs, by a member": Attempt(
        "member", "SELECT communities_remove_member(id) FROM people_membership WHERE person_id = '{author}'"
    ),
    "who belongs, by deleting": Attempt(
        "moderator", "DELETE FROM people_membership WHERE person_id = '{author}'", NOTHING
    ),
    "an owner's leave without an heir": Attempt("owner", "DELETE FROM people_membership WHERE person_id = '{owner}'"),
    "what an agent may moderate": Attempt(
        "agent", "SELECT 1 WHERE cardinality(people_moderated_communities() || people_owned_communities()) > 0", NOTHING
    ),
    "everybody's receipts emptied": Attempt("moderator", "SELECT communities_empty_lines('{shown}')"),
    "wipe anything": Attempt("owner", "SELECT communities_wipe('{shown}')"),
}
GROUPS = {"join": JOIN, "read": READ, "write": WRITE, "move": MOVE, "widen": WIDEN}
ATTEMPTS = {f"{group}: {name}": attempt for group, named in GROUPS.items() for name, attempt in named.items()}
