"""The content of an example month in an account, listed for its removal."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from memoryweb.people.models import User


class ExampleMonth(models.Model):
    """One person's example month, while it is loaded. All that it holds came by its agents."""

    person = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="+")
    agents = ArrayField(models.UUIDField())
    loaded_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"example month of {self.person_id}"
