"""The addresses of the review pages. URL, name, view, template and test are called the same."""

from django.urls import path
from django.views.generic import RedirectView

from memoryweb.review.views import (
    activity,
    agents,
    archive,
    conflicts,
    conversations,
    days,
    edit,
    erasures,
    letter,
    memories,
    memory,
    proposals,
    receipts,
    retention,
    see_as,
    settings,
    sign_in,
    start,
    upkeep,
)

app_name = "review"
urlpatterns = [
    # /review/, which is home, and the questions on it
    path("", RedirectView.as_view(pattern_name="review:review")),
    path("review/", proposals.review, name="review"),
    path("example/", start.load_example, name="load_example"),
    path("review/accept-all/", proposals.accept_all, name="accept_all"),
    path("proposals/<uuid:pk>/accept/", proposals.accept, name="accept"),
    path("proposals/<uuid:pk>/reject/", proposals.reject, name="reject"),
    path("proposals/<uuid:pk>/reject-all/", proposals.reject_all, name="reject_all"),
    path("proposals/<uuid:pk>/only-this-time/", proposals.only_this_time, name="only_this_time"),
    # /conflicts/<id>/, the answers
    path("conflicts/<uuid:pk>/keep-one/", conflicts.keep_one, name="keep_one"),
    path("conflicts/<uuid:pk>/keep-both/", conflicts.keep_both, name="keep_both"),
    path("conflicts/<uuid:pk>/was-temporary/", conflicts.was_temporary, name="was_temporary"),
    path("conflicts/<uuid:pk>/later/", conflicts.later, name="later"),
    # /memories/, all of them
    path("memories/", memories.memories, name="memories"),
    path("memories/add/", memories.add, name="add"),
    path("memories/confirm/", memories.confirm_many, name="confirm_many"),
    path("memories/expire/", memories.expire_many, name="expire_many"),
    path("memories/erase/", memories.erase_many, name="erase_many"),
    path("memories/still-true/", retention.still_true_many, name="still_true_many"),
    # /memories/<id>/, one of them
    path("memories/<uuid:pk>/", memory.memory, name="memory"),
    path("memories/<uuid:pk>/edit/", edit.edit, name="edit"),
    path("memories/<uuid:pk>/confirm/", memory.confirm, name="confirm"),
    path("memories/<uuid:pk>/use-today/", memory.use_today, name="use_today"),
    path("memories/<uuid:pk>/decline/", memory.decline, name="decline"),
    path("memories/<uuid:pk>/expire/", memory.expire, name="expire"),
    path("memories/<uuid:pk>/restore/<int:version>/", memory.restore, name="restore"),
    path("memories/<uuid:pk>/erase/", memory.erase, name="erase"),
    # its clock
    path("memories/<uuid:pk>/pin/", retention.pin, name="pin"),
    path("memories/<uuid:pk>/unpin/", retention.unpin, name="unpin"),
    path("memories/<uuid:pk>/keep/", retention.keep, name="keep"),
    path("memories/<uuid:pk>/let-age/", retention.let_age, name="let_age"),
    path("memories/<uuid:pk>/still-true/", retention.still_true, name="still_true"),
    path("memories/<uuid:pk>/complete/", retention.complete, name="complete"),
    path("memories/<uuid:pk>/boost/", retention.boost, name="boost"),
    path("memories/<uuid:pk>/promote/", retention.promote, name="promote"),
    path("memories/<uuid:pk>/unmute/", retention.unmute, name="unmute"),
    path("memories/<uuid:pk>/archive/", retention.archive, name="archive_memory"),
    path("memories/<uuid:pk>/restore/", retention.restore_ended, name="restore_ended"),
    # other lists of them
    path("archive/", archive.archive, name="archive"),
    path("days/", days.days, name="days"),
    path("days/<slug:day>/", days.day, name="day"),
    path("erasures/", erasures.erasures, name="erasures"),
    path("erasures/<uuid:pk>/", erasures.erasure, name="erasure"),
    # what agents got
    path("receipts/", receipts.receipts, name="receipts"),
    path("receipts/<uuid:pk>/", receipts.receipt, name="receipt"),
    path("receipts/<uuid:pk>/undo-run/", receipts.undo_run, name="undo_run"),
    path("receipts/<uuid:pk>/items/<uuid:item>/wrong/", receipts.wrong, name="wrong"),
    path("receipts/<uuid:pk>/items/<uuid:item>/pin/", receipts.pin_item, name="pin_item"),
    path("receipts/<uuid:pk>/items/<uuid:item>/not-for-task/", receipts.not_for_task, name="not_for_task"),
    path("receipts/<uuid:pk>/items/<uuid:item>/never-for-agent/", receipts.never_for_agent, name="never_for_agent"),
    path("see-as/", see_as.see_as, name="see_as"),
    # conversations, and what was learned from them
    path("conversations/", conversations.conversations, name="conversations"),
    path("conversations/<uuid:pk>/", conversations.conversation, name="conversation"),
    path("conversations/<uuid:pk>/read/", conversations.read, name="read"),
    path("conversations/<uuid:pk>/forget/", conversations.forget, name="forget"),
    path("letter/", letter.letter, name="letter"),
    # the log, the agents, the settings
    path("activity/", activity.activity, name="activity"),
    path("activity.csv", activity.activity_csv, name="activity_csv"),
    path("acts/<uuid:pk>/undo/", activity.undo, name="undo"),
    path("agents/", agents.agents, name="agents"),
    path("agents/connect/", agents.connect, name="connect"),
    path("agents/<uuid:pk>/", agents.agent, name="agent"),
    path("agents/<uuid:pk>/try/", see_as.try_as, name="try_as"),
    path("agents/<uuid:pk>/sight/", agents.sight, name="sight"),
    path("agents/<uuid:pk>/read-conversations/", agents.read_conversations, name="read_conversations"),
    path("agents/<uuid:pk>/pause/", agents.pause, name="pause"),
    path("agents/<uuid:pk>/resume/", agents.resume, name="resume"),
    path("agents/<uuid:pk>/revoke/", agents.revoke, name="revoke"),
    path("settings/", settings.settings, name="settings"),
    # the clock, for staff
    path("upkeep/", upkeep.upkeep, name="upkeep"),
    path("upkeep/<uuid:pk>/", upkeep.upkeep_run, name="upkeep_run"),
    path("upkeep/<slug:name>/ring/", upkeep.ring, name="ring"),
    # signing in by link; passwords are allauth's
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("sign-in/link/", sign_in.ask_for_link, name="ask_for_link"),
]
