"""Which part of life a statement is about: everyday words, only where they leave little doubt."""

import re

# ruff: noqa: E501  one category a line
# fmt: off
TOPICS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (category, re.compile(rf"\b(?:{english})\b|{chinese}", re.IGNORECASE))
    for category, english, chinese in (
        ("dietary", r"vegan|vegetarian|pescatarian|kosher|halal|gluten|lactose|allerg(?:y|ies|ic)", r"素食|吃素|纯素|清真|过敏|忌口"),
        ("drinks", r"drinks?|drinking|beverages?|coffee|espresso|tea|decaf|juice|wine|beer|alcohol|soda|water|smoothies?|cocktails?|latte|milk|hot chocolate|cocoa|cider", r"喝|咖啡|茶|酒(?!店)|饮料|拿铁|果汁|汽水"),
        ("food", r"eat(?:ing|s)?|food|foods|cook(?:ing)?|cuisine|dish(?:es)?|meals?|breakfast|lunch|dinner|supper|snacks?|meat|pork|beef|chicken|fish|seafood|sushi|cheese|bread|candy|candies|cakes?|cookies|crackers|chips|popcorn|granola|almonds|nuts?|pastries|pastry|seeds|sandwich(?:es)?|portions?|nutrition|broth|rice|pasta|pizza|soup|salads?|vegetables?|fruits?|dessert|chocolate|sugar|spicy|salt|cilantro|onions?|garlic|mushrooms?|restaurants?|recipes?|sauce", r"吃|饭|菜|火锅|辣|甜|餐|食|牛奶|肉|水果|面食|口味"),
        ("travel", r"travel(?:l?ing)?|flights?|flying|fly|airlines?|airports?|hotels?|hostels?|trips?|vacations?|holidays?|window seats?|aisle(?: seats?)?|beach(?:es)?|mountains|sightseeing|cruises?|train(?:s)? (?:ride|travel)|luggage|airbnb|itinerar(?:y|ies)", r"旅行|旅游|出差|航班|飞机|酒店|靠窗|过道|自由行|跟团|景点|机票|民宿"),
        ("music", r"music|songs?|jazz|rock|classical|hip[- ]hop|opera|concerts?|bands?|albums?|piano|guitar|violin|playlists?|composer|singer", r"音乐|歌|爵士|摇滚|吉他|钢琴|演唱会|乐队"),
        ("entertainment", r"movies?|films?|cinema|tv|television|series|shows?|documentar(?:y|ies)|anime|horror|comed(?:y|ies)|games?|gaming|podcasts?|theat(?:re|er)|netflix", r"电影|电视|剧|综艺|游戏|播客|视频|恐怖片|动漫|看片"),
        ("reading", r"books?|novels?|reading|fiction|non-fiction|authors?|poetry|audiobooks?|magazines?|newspapers?", r"书|小说|阅读|作家|杂志|文学"),
        ("fitness", r"exercise|gym|workouts?|running|run|jogging|yoga|swimming|cycling|hiking|marathon|sports?|football|tennis|basketball|fitness|cardio|training", r"跑步|健身|瑜伽|游泳|运动|球|锻炼|马拉松|骑行"),
        ("fashion", r"wear(?:ing)?|clothes|clothing|shoes|dress(?:es)?|jeans|fashion|outfits?|jewel(?:le)?ry|perfume|makeup|skincare|beauty|leather", r"穿|衣服|鞋|时尚|化妆|护肤|面料"),
        ("pets", r"pets?|dogs?|cats?|puppy|kitten", r"猫|狗|宠物|柯基"),
        ("home", r"furniture|decor|shel(?:f|ves)|bookshel(?:f|ves)|drawers?|cabinets?|cupboards?|closets?|pantry|fridge|refrigerator|counter|couch|sofa|storage|tables?|desks?|nightstand|containers?|kitchen|bedroom|living room|garden(?:ing)?|apartment|curtains|wallpaper", r"家具|装修|房间|厨房|阳台|收纳"),
        ("learning", r"learn(?:ing)?|study(?:ing)?|courses?|tutorials?|textbooks?|lectures?|flashcards|exams?", r"学习|课程|教程|考试|备考|自学"),
        ("technical", r"code|coding|programming|python|java(?:script)?|typescript|rust|linux|windows|macos|vim|emacs|ide|git|keyboard|dark mode|software|apps?|laptop|database|docker|tabs|spaces|indent(?:ation)?|type hints|csv|json|pdf", r"代码|编程|快捷键|深色模式|软件|电脑|缩进|注释|数据库|键盘|手机"),
        ("schedule", r"meetings?(?! (?:tables?|rooms?))|appointments?|calendar|schedule|deadlines?|weekdays|weekends?|sundays?|saturdays?|mornings?|evenings?|wake up|go to bed", r"会议|开会|日程|早上|周末|早起|熬夜|加班|早会"),
        ("workstyle", r"work(?:ing)?|office|job|career|team|colleagues?|remote(?:ly)?|concentrate|focus|productive|tasks?|deadline|boss|manager", r"工作|办公|任务|同事|远程|效率|专注"),
        ("communication", r"answers?|repl(?:y|ies)|responses?|feedback|emails?|tone|calls?|phone|small talk|chat(?:ting)?|bullet points?|emojis?|jargon|explanations?|introductions?", r"回答|回复|沟通|语气|邮件|电话|表情|敬语|消息|称呼"),
    )
)
# fmt: on


def category_of(text: str) -> str:
    """The category whose words come first, else empty."""
    found = [
        (match.start(), place, name) for place, (name, words) in enumerate(TOPICS) if (match := words.search(text))
    ]
    return min(found)[2] if found else ""
