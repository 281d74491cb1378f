"""Rules about a topic, each with a question that touches it, and rules about answers, which fit any question."""

GENERAL = ("Never use exclamation marks", "Always answer in British English", "永远不要用表情符号")

# A rule, and a question of another day that touches its topic.
TOPICS = (
    ("Never deploy on Fridays", "Can you ship the new release to production today?"),
    ("Never explain React hooks", "Walk me through how hooks work in this React component"),
    ("Never recommend horror films", "What movie should we watch tonight?"),
    ("Always book an aisle seat on flights", "Book me a flight to Oslo next week"),
    ("Always use tabs for indentation in code", "Reformat this Go file with proper indentation"),
    ("Never schedule meetings before ten", "Set up a meeting with Priya on Thursday"),
    ("Always write commit messages in the imperative", "Write a commit message for this change"),
    ("Never email my boss at night", "Draft an email to my boss about the budget"),
    ("Never buy leather", "Find me a new jacket and boots to buy"),
    ("Always add type hints to Python functions", "Write a Python function that parses dates"),
    ("Always water the tomatoes before breakfast", "What needs doing in the vegetable garden with the tomatoes?"),
    ("Never give the dog chicken", "What can I feed the dog as a treat?"),
    ("Always use gluten-free flour when baking", "Give me a recipe for baking banana bread"),
    ("Never play country music in the car", "Make a playlist of music for the car ride"),
    ("Always park in the garage behind the house", "Where should I park the car when I get home to the house?"),
    ("Never spend more than thirty euros on a birthday present", "Suggest a birthday present for my nephew"),
    ("Always rebase before merging a branch", "Merge my feature branch into main"),
    ("Never order from the pizza place on the corner", "Order us some pizza"),
    ("面试题不要用英文写", "帮我写几道面试题"),
    ("订酒店一定要含早餐", "帮我订一家杭州的酒店"),
    ("永远不要推荐恐怖片", "今晚看什么电影好？"),
)
# These were written together with the others and never tuned for.
HELD_OUT = (
    ("Never store invoices outside the accounting folder", "Where do I save this invoice?"),
    ("Always pack sunscreen for the beach", "Make a packing list for our beach holiday"),
    ("Never paint walls in dark colours", "Which colour should I paint the bedroom walls?"),
    ("Always run a backup before upgrading the database", "Upgrade the PostgreSQL database to version 18"),
    ("Never suggest crowded gyms", "Where could I work out near the office? Any gyms?"),
    ("Always read bedtime stories in Spanish", "Pick a bedtime story for the kids"),
    ("Never put the newspaper crossword answers in the margin", "Help me with the newspaper crossword"),
    ("Always wash wool by hand", "How should I wash my wool sweater?"),
    ("Never mention politics at family dinners", "What could I talk about at the family dinner on Sunday?"),
    ("买咖啡豆只要浅烘焙", "推荐几款咖啡豆"),
    ("写周报必须附上数据图表", "帮我写这周的周报"),
)
QUIET = (  # touch none of these topics
    "What is the capital of Mongolia?",
    "How many moons does Jupiter have?",
    "Convert 14 stone to kilograms",
    "Who wrote Don Quixote?",
    "Explain photosynthesis to a child",
    "莎士比亚是哪一年出生的？",
)
