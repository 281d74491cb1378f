"""The forms of the review pages. Views import them from here."""

from memoryweb.review.forms.agents import (
    TRUST_MEANS,
    CategoryForm,
    ConnectForm,
    ConversationsForm,
    DeleteAgentForm,
    PauseForm,
    SightForm,
    TrustForm,
    categories_of,
)
from memoryweb.review.forms.authorize import AuthorizeForm
from memoryweb.review.forms.communities import (
    ChangeCommunityForm,
    FoundForm,
    InviteForm,
    JoinForm,
    MyNameForm,
    suggested_name,
)
from memoryweb.review.forms.conflicts import ConditionsForm
from memoryweb.review.forms.decision import DecisionForm, SelectionForm
from memoryweb.review.forms.edit import EditForm
from memoryweb.review.forms.invitations import AcceptForm, InvitationForm
from memoryweb.review.forms.memory import MemoryForm, ReasonForm, field_choices
from memoryweb.review.forms.see_as import SeeAsForm, TryForm
from memoryweb.review.forms.settings import SettingsForm
from memoryweb.review.forms.sharing import AppealForm, ReportForm, ShareForm, WordsForm
from memoryweb.review.forms.sign_in import LinkForm

__all__ = [
    "TRUST_MEANS",
    "AcceptForm",
    "AppealForm",
    "AuthorizeForm",
    "CategoryForm",
    "ChangeCommunityForm",
    "ConditionsForm",
    "ConnectForm",
    "ConversationsForm",
    "DecisionForm",
    "DeleteAgentForm",
    "EditForm",
    "FoundForm",
    "InvitationForm",
    "InviteForm",
    "JoinForm",
    "LinkForm",
    "MemoryForm",
    "MyNameForm",
    "PauseForm",
    "ReasonForm",
    "ReportForm",
    "SeeAsForm",
    "SelectionForm",
    "SettingsForm",
    "ShareForm",
    "SightForm",
    "TrustForm",
    "TryForm",
    "WordsForm",
    "categories_of",
    "field_choices",
    "suggested_name",
]
