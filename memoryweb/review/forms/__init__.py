"""The forms of the review pages. Views import them from here."""

from memoryweb.review.forms.agents import (
    TRUST_MEANS,
    ConnectForm,
    ConversationsForm,
    DeleteAgentForm,
    PauseForm,
    TrustForm,
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
from memoryweb.review.forms.notifications import (
    ADD_FORMS,
    ChannelForm,
    NtfyForm,
    PushForm,
    QuietHoursForm,
    WebhookForm,
)
from memoryweb.review.forms.see_as import SeeAsForm, TryForm
from memoryweb.review.forms.settings import SettingsForm
from memoryweb.review.forms.sharing import AppealForm, ReportForm, ShareForm, WordsForm
from memoryweb.review.forms.sight import CategoryForm, SightForm, categories_of
from memoryweb.review.forms.sign_in import LinkForm

__all__ = [
    "ADD_FORMS",
    "TRUST_MEANS",
    "AcceptForm",
    "AppealForm",
    "AuthorizeForm",
    "CategoryForm",
    "ChangeCommunityForm",
    "ChannelForm",
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
    "NtfyForm",
    "PauseForm",
    "PushForm",
    "QuietHoursForm",
    "ReasonForm",
    "ReportForm",
    "SeeAsForm",
    "SelectionForm",
    "SettingsForm",
    "ShareForm",
    "SightForm",
    "TrustForm",
    "TryForm",
    "WebhookForm",
    "WordsForm",
    "categories_of",
    "field_choices",
    "suggested_name",
]
