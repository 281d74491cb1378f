"""Saves, changes and erases memories of two people, and prints a line for each that was acknowledged.

python -m tests.database.saving, in the environment of a worker; it ends when its standard input does.
"""

import json
import os
import select
import sys
import time


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")
    import django

    django.setup()
    from django.utils import timezone

    from memoryweb.memories import actions
    from memoryweb.memories.actions import Person
    from memoryweb.memories.acts import undo
    from memoryweb.memories.erasing import erasure
    from memoryweb.people.models import User
    from memoryweb.rls import scope
    from tests.builders import person_types

    people = [User.objects.create_user(f"{name}@example.org") for name in ("alice", "bob")]
    number = 0
    while not select.select([sys.stdin], [], [], 0)[0]:
        number, began = number + 1, time.monotonic()
        person = people[number % 2]
        with scope.acting_as(person.pk):
            memory = person_types(person, f"Shelf {number} holds jars", timezone.now(), name=f"shelf {number}").memory
            assert memory
            done = {0: "erased", 1: "archived", 2: "undone"}.get(number % 5, "kept")
            if done == "erased":
                erasure.erase(memory.pk, by=Person(person), now=timezone.now())
            elif done == "archived":
                actions.archive(memory.pk, by=Person(person), now=timezone.now())
            elif done == "undone":
                outcome = actions.pin(memory.pk, by=Person(person), now=timezone.now())
                assert outcome.act
                undo.undo_act(outcome.act, by=Person(person), now=timezone.now())
        took = time.monotonic() - began
        print(json.dumps({"person": str(person.pk), "memory": str(memory.pk), "done": done, "took": took}), flush=True)


if __name__ == "__main__":
    main()
