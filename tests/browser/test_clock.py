"""The clock from end to end: a task goes through the running broker to the running worker, and the page shows it."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from memoryweb.celery import app
from tests.browser.conftest import Visitor
from tests.embedded.installation import Folder
from tests.rings import thorough
from tests.waiting import wait_for

ASKED_LONG_AGO = """
from datetime import timedelta
from django.utils import timezone
from memoryweb.agents.models import Agent
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.rls import scope
person = User.objects.get(email="{email}")
with scope.acting_as(person.pk):
    agent = Agent.connect(person, name="Scribe")[0]
for days in (31, 29):
    arguments = dict(category="food", preference=f"question of {{days}} days", details=f"I eat soup number {{days}}")
    at = timezone.now() - timedelta(days=days)
    dispatch.run(dispatch.Call(agent=agent, name="save_user_preference", now=at, arguments=arguments))
print("asked")
"""
# Not the hourly run: beat may have started that already, and a run of the hour is done only once.
START_SWEEP = (
    "from memoryweb.memories import tasks; tasks.start_upkeep.delay('expire_proposals', hourly=False); print('started')"
)


def test_questions_nobody_answered_expire_on_the_worker(visits: Callable[..., Visitor]) -> None:
    visitor = visits("slow@example.org")
    visitor.running.manage("shell", "--no-imports", "-c", ASKED_LONG_AGO.format(email=visitor.email))
    page = visitor.goes_to("/review/")
    expect(page.locator("[data-proposal]")).to_have_count(2)
    visitor.running.manage("shell", "--no-imports", "-c", START_SWEEP)
    wait_for(lambda: page.reload() is not None and page.locator("[data-proposal]").count() == 1)
    expect(page.locator("[data-proposal] h3")).to_have_text([re.compile("I eat soup number 29")])
    page.goto(visitor.running.url + "/history/?by=clock")
    expect(page.locator(".log li")).to_have_count(1)
    expect(page.locator(".log li")).to_contain_text("Not answered.")


def test_beat_starts_only_tasks_that_exist() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


@thorough
def test_a_sweep_started_on_the_page_runs_on_the_worker(visits: Callable[..., Visitor]) -> None:
    """The example month has an event past its time. Staff starts the sweep, the worker archives it, she restores it."""
    visitor = visits("clock@example.org", is_staff=True)
    visitor.running.manage("demo", "--person", visitor.email)
    page = visitor.goes_to("/upkeep/")
    page.get_by_role("button", name="Try archive").click()
    expect(page.locator("#runs")).to_contain_text("dry run")
    visitor.goes_to("/archive/")
    expect(page.get_by_role("heading", name="Nothing is archived")).to_be_visible()
    visitor.goes_to("/upkeep/")
    page.get_by_role("button", name="Run archive now").click()
    wait_for(lambda: bool(visitor.goes_to("/archive/").locator(".archived").count()))
    expect(page.locator(".archived")).to_contain_text("event TTL expired (14 days)")
    visitor.goes_to("/")
    expect(page.get_by_role("link", name="1 archived", exact=True)).to_be_visible()
    visitor.goes_to("/archive/")
    page.get_by_role("button", name="Restore Offsite").click()
    expect(page.locator(".notice")).to_contain_text("Restored.")
    expect(page.get_by_role("heading", name="Nothing is archived")).to_be_visible()


def test_a_command_runs_a_sweep_as_the_worker(visits: Callable[..., Visitor]) -> None:
    running = visits("command@example.org").running
    assert running.manage("upkeep", "promote", "--dry-run").startswith("promote: would do: nothing was due")
    assert running.manage("upkeep", "detect_conflicts").startswith("detect_conflicts: ")


@thorough
def test_what_was_erased_leaves_every_file(visits: Callable[..., Visitor]) -> None:
    visitor = visits("purged@example.org")
    page = visitor.goes_to("/memories/add/")
    page.get_by_label("What is it about?").fill("Bicycle")
    page.get_by_label("Value").fill("zebracanary on the balcony")
    page.get_by_role("button", name="Remember").click()
    page.locator(".verbs summary").click()
    page.get_by_role("link", name="Erase…").click()
    page.get_by_role("button", name="Erase for good").click()
    expect(page.get_by_role("heading", name="What was removed")).to_be_visible()
    output = visitor.running.manage("upkeep", "purge_erased")
    assert re.search(r"[1-9]\d* erasures", output), output  # other tests on this database erase too
    folder = Folder(visitor.running.data)
    assert len(folder.files_with("")) > 500
    assert folder.files_with("zebracanary") == []
    page.reload()
    expect(page.get_by_text("Gone from the disk of this machine since")).to_be_visible()


@thorough
def test_a_decision_shows_on_the_memorys_page(visits: Callable[..., Visitor]) -> None:
    """The conflict's card goes without a reload, and Undo brings it back."""
    visitor = visits("decided@example.org")
    visitor.running.manage("demo", "--person", visitor.email)
    page = visitor.goes_to("/review/")
    page.locator(".conflict a", has_text="E-mail").first.click()
    card = page.locator(".conflict")
    expect(card).to_have_count(1)
    card.get_by_role("button", name="Keep E-mail").click()
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(card).to_have_count(1)
