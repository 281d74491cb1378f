"""Memories that are easily taken for one another, and questions with an identifier, each with the memory it is about.

Written for these tests. Nothing was tuned on `HELD_OUT`.
"""

ORDER = "Order 2024-1001 is a birthday present, keep it secret"
LONGER_ORDER = "Order 2024-10012 goes to the office"
NEXT_ORDER = "Order 2024-1002 was returned in March"
DOMAIN = "mycompany.com is the shop for customers in Europe"
BRAZIL = "mycompany.com.br is run by the team in Recife"
NOT_MINE = "notmycompany.com is a parody site, ignore it"
BLOG = "The blog lives at blog.mycompany.com"
HYPHEN = "my-company.com belongs to a squatter"
REPORT = "report_v2.pdf is the version that the board signed"
REPORT_21 = "report_v21.pdf is only a draft"
REPORT_DOC = "report_v2.docx is the editable copy"
ANN = "Write to ann@example.org about invoices"
JOANN = "joann@example.org handles complaints"
ANNA = "anna@example.org is on leave until June"
ANN_COM = "ann@example.com is an old mailbox, nobody reads it"
TICKET = "AB-12345 is the ticket about the leaking roof"
TICKET_LONG = "AB-123456 is the ticket about the blinds"
TICKET_BC = "BC-12345 is the ticket about parking"
PYTHON_310 = "The billing service runs on Python 3.10.4"
PYTHON_31 = "The old scripts need Python 3.1.4"
RELEASE = "Release v2.4.0 broke the import of calendars"
RELEASE_41 = "Release v2.4.01 was never shipped"
NGINX = "/etc/nginx/nginx.conf holds the redirects"
NGINX_SITE = "/etc/nginx/sites/nginx.conf is generated, do not edit it"
NOTES = "Meeting notes are kept in ~/work/notes.md"
HANDLE = "Follow @ann_lee for release news"
HANDLE_2 = "@ann_lee2 is a fan account"
FLIGHT = "Flight BA 2490 is the one I always book to Lisbon"
FLIGHT_24 = "Flight BA 249 goes to Rio"
FLIGHT_LH = "Flight LH 2490 is usually late"
INVOICE = "INV_0042 is paid"
INVOICE_0 = "INV_00420 is disputed"
CHINESE = "订单88-4401是送给妈妈的"
CHINESE_LONG = "订单88-44010已经退货"
PULL = "#4711 in the backend repository needs a review by Petra"
PULL_LONG = "#47110 in the backend repository is abandoned"
NAME_ANN = "Ann prefers calls to messages"
NAME_ANNE = "Anne prefers letters"
NAME_SMITH = "Bob Smith runs the workshop on Tuesdays"
NAME_SMITHSON = "Bob Smithson runs the workshop on Fridays"
PLAIN = (
    "I like long walks by the river",
    "Answer in short sentences",
    "Reports go out on the first of the month",
    "The office closes at 18:00",
    "I keep receipts for three years",
)

LOOK_ALIKES: dict[str, tuple[str, ...]] = {
    ORDER: (LONGER_ORDER, NEXT_ORDER),
    LONGER_ORDER: (ORDER,),
    NEXT_ORDER: (ORDER, LONGER_ORDER),
    DOMAIN: (BRAZIL, NOT_MINE),
    BRAZIL: (DOMAIN, NOT_MINE),
    NOT_MINE: (DOMAIN,),
    REPORT: (REPORT_21,),
    REPORT_21: (REPORT,),
    ANN: (JOANN, ANNA),
    JOANN: (ANN,),
    ANNA: (ANN,),
    ANN_COM: (ANN,),
    TICKET: (TICKET_LONG,),
    TICKET_LONG: (TICKET,),
    TICKET_BC: (),
    PYTHON_310: (PYTHON_31,),
    PYTHON_31: (),
    RELEASE: (RELEASE_41,),
    HANDLE: (HANDLE_2,),
    FLIGHT: (FLIGHT_24,),
    FLIGHT_24: (FLIGHT,),
    INVOICE: (INVOICE_0,),
    INVOICE_0: (INVOICE,),
    NGINX: (NGINX_SITE,),
    CHINESE: (CHINESE_LONG,),
    CHINESE_LONG: (CHINESE,),
    PULL: (PULL_LONG,),
    PULL_LONG: (PULL,),
}
CASES: list[tuple[str, str]] = [
    ("What is order 2024-1001 about?", ORDER),
    ("where is 20241001", ORDER),
    ("status of 2024 1001 please", ORDER),
    ("What happened to order 2024-10012?", LONGER_ORDER),
    ("order 2024/1002?", NEXT_ORDER),
    ("Who uses mycompany.com?", DOMAIN),
    ("what about https://www.MyCompany.com/", DOMAIN),
    ("Who runs MYCOMPANY.COM.BR", BRAZIL),
    ("Is notmycompany.com ours?", NOT_MINE),
    ("what is on blog.mycompany.com", BLOG),
    ("who owns my-company.com", HYPHEN),
    ("Who signed report_v2.pdf?", REPORT),
    ("can I send Report-V2.PDF to the board", REPORT),
    ("open report_v21.pdf", REPORT_21),
    ("Why write to ann@example.org?", ANN),
    ("Ann+invoices@Example.org asked for a copy", ANN),
    ("what does joann@example.org do", JOANN),
    ("mailto:anna@example.org", ANNA),
    ("should I reply to ann@example.com", ANN_COM),
    ("What is AB-123 45?", TICKET),
    ("ab12345", TICKET),
    ("close AB 123456", TICKET_LONG),
    ("Which ticket is bc12345", TICKET_BC),
    ("what runs on python 3.10.4", PYTHON_310),
    ("what needs 3.1.4?", PYTHON_31),
    ("what broke in version 2.4.0", RELEASE),
    ("/etc/nginx/nginx.conf", NGINX),
    ("What is in /etc/nginx/sites/nginx.conf?", NGINX_SITE),
    ("where is notes.md", NOTES),
    ("who is ann_lee", HANDLE),
    ("book ba2490", FLIGHT),
    ("Is BA-249 the one to Rio?", FLIGHT_24),
    ("Has INV-0042 been paid?", INVOICE),
    ("88-4401是给谁的？", CHINESE),
    ("订单８８－４４０１０怎么了", CHINESE_LONG),
    ("Does Ann like calls?", NAME_ANN),
    ("How do I reach Anne?", NAME_ANNE),
    ("When is Bob Smith's workshop?", NAME_SMITH),
]
# Other memories, and other ways to write: not tuned on.
HELD_OUT_MEMORIES = {
    "parcel": "Parcel ZX-900-17 waits at the neighbour's",
    "parcel longer": "Parcel ZX-900-171 is lost",
    "shop": "teashop.io sends samples every spring",
    "shop other": "teashop.io.example is a copy to stay away from",
    "sheet": "budget-2025.xlsx has the numbers for the kitchen",
    "sheet other": "budget-2025b.xlsx has the numbers for the bath",
    "mail": "Kim's address for the club is kim.park@club.example",
    "mail other": "jkim.park@club.example is a stranger",
    "case": "Case 77812 at the city hall is about the hedge",
    "case other": "Case 778120 at the city hall is about the fence",
    "room": "Room B12 has the good projector",
    "room other": "Room B122 has no windows",
    "node": "The website is pinned to Node 18.19.1",
    "node other": "The mobile app is pinned to Node 18.19.11",
    "path": "C:\\Data\\export.csv is written every night",
    "path other": "C:\\Data\\old\\export.csv can be deleted",
    "handle": "@potterystudio posts the opening hours",
    "train": "Take ICE 1557 home, it has a quiet car",
    "train other": "ICE 155 stops everywhere",
    "zh": "发票A-20331由小陈处理",
    "zh other": "发票A-203310已经作废",
    "person": "Marta Silva lends us the van",
    "another person": "Martha Silva waters the plants",
}
HELD_OUT: list[tuple[str, str]] = [
    ("where is zx90017", "parcel"),
    ("Any news of ZX-900-171?", "parcel longer"),
    ("What does TeaShop.io send?", "shop"),
    ("is http://teashop.io.example real", "shop other"),
    ("What is in Budget_2025.xlsx?", "sheet"),
    ("budget-2025b.xlsx", "sheet other"),
    ("who is kim.park+news@club.example", "mail"),
    ("delete messages from JKIM.PARK@club.example", "mail other"),
    ("what is case 77812 about", "case"),
    ("case #778120?", "case other"),
    ("book room b-12", "room"),
    ("which room is B 122", "room other"),
    ("which project needs node v18.19.1", "node"),
    ("c:/data/export.csv", "path"),
    ("who is @potterystudio", "handle"),
    ("Is ICE1557 a good train?", "train"),
    ("发票A20331谁处理", "zh"),
    ("What does Marta Silva lend us?", "person"),
]
MEMORIES = (
    ORDER,
    LONGER_ORDER,
    NEXT_ORDER,
    DOMAIN,
    BRAZIL,
    NOT_MINE,
    BLOG,
    HYPHEN,
    REPORT,
    REPORT_21,
    REPORT_DOC,
    ANN,
    JOANN,
    ANNA,
    ANN_COM,
    TICKET,
    TICKET_LONG,
    TICKET_BC,
    PYTHON_310,
    PYTHON_31,
    RELEASE,
    RELEASE_41,
    NGINX,
    NGINX_SITE,
    NOTES,
    HANDLE,
    HANDLE_2,
    FLIGHT,
    FLIGHT_24,
    FLIGHT_LH,
    INVOICE,
    INVOICE_0,
    CHINESE,
    CHINESE_LONG,
    PULL,
    PULL_LONG,
    NAME_ANN,
    NAME_ANNE,
    NAME_SMITH,
    NAME_SMITHSON,
    *PLAIN,
)


def look_alikes(memory: str) -> tuple[str, ...]:
    """Return what is easily taken for a memory and must not be found with it."""
    name = next((name for name, text in HELD_OUT_MEMORIES.items() if text == memory), "")
    pair = name.split()[0] if name else ""
    held_out = (text for each, text in HELD_OUT_MEMORIES.items() if pair and each.split()[0] == pair and each != name)
    return (*LOOK_ALIKES.get(memory, ()), *held_out)
