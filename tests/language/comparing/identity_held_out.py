"""The held-out half of the identity cases: written before the code, never tuned on. One pair a line, one | other."""

DIFFERENT = """
C | C++
C++ | C#
F | F#
F# | F
A+ | A-
B | B+
O+ | O-
7 | -7
+3 °C | -3 °C
0.5 | .05
>18 | <18
≥ 65 | ≤ 65
$250 | €250
£30 | ¥30
30 % | 30
50 kg | 50 lb
12 km | 12 m
10 mg | 10 g
5 GB | 5 MB
21:00 | 9:00
08:30 | 08:45
2026-03-04 | 2026-04-03
1.0.2 | 1.0.20
v2.1 | v2.10
Python 3.1 | Python 3.11
Postgres 16 | Postgres 18
10² | 102
x! | x?
yes | no
on | off
none | nine
#12 | 12
@lena | lena
a.b@mail.example | ab@mail.example
lena@north.example | lena@south.example
post.example | post.example.net
www.harbour.example | harbour.example
https://harbour.example | http://harbour.example
docs.harbour.example/a | docs.harbour.example/b
/srv/data | /srv/date
INV-2041 | INV-2014
AB12CD | AB12CE
LH 400 | LH 401
room 3A | room 3B
Gate B | Gate D
Box A is for the books | Box B is for the books
Vitamin C in the morning | Vitamin D in the morning
Team A meets on the roof | Team B meets on the roof
I store my drafts in folder X | I store my drafts in folder Y
The spare bike belongs to Marta | The spare bike belongs to Joris
Marta waters the plants when we travel | Joris waters the plants when we travel
Lena teaches the Tuesday course on sailing knots | Lena teaches the Thursday course on sailing knots
Ines collects stamps from Portugal | Rui collects stamps from Portugal
Ines collects stamps from Portugal | Ines collects stamps from Poland
My brother works night shifts at the hospital | My sister works night shifts at the hospital
My brother's hobby is chess | My cousin's hobby is chess
My daughter's favourite hobby is climbing | My son's favourite hobby is drawing
Ana prefers green tea after lunch | Ben prefers black coffee after lunch
Ana likes long walks along the river | Ben likes long walks along the river
Klaus owes me 20 euros for the concert tickets | I owe Klaus 20 euros for the concert tickets
Ana lent Ben the blue tent | Ben lent Ana the blue tent
I fly from Oslo to Bergen every second week | I fly from Bergen to Oslo every second week
The train leaves before the meeting | The train leaves after the meeting
Send the weekly report to Dora with the figures | Send the weekly report to Dora without the figures
I can work on Saturdays in December | I cannot work on Saturdays in December
Reply to customers within two days | Reply to customers within three days
The key is under the third pot beside the door | The key is under the fourth pot beside the door
My dentist is on Linden Street above the bakery | My dentist is on Linden Street above the pharmacy
The wifi at the cabin is called pine-two | The wifi at the cabin is called pine-three
My office phone ends in 41 and my mobile in 17 | My office phone ends in 17 and my mobile in 41
I was a nurse | I am a nurse
I want a dog | I have a dog
I should call the landlord | I called the landlord
Our car is a red estate | Your car is a red estate
I take milk in tea | I take milk in coffee
We rent the lower flat | We rent the upper flat
Use tabs in Makefiles | Use tabs in Dockerfiles
Prefix branch names with fix/ | Prefix branch names with feat/
Deploy to eu-west-1 first | Deploy to eu-west-2 first
Run migrations before the restart | Run migrations after the restart
Backups go to host db-03 | Backups go to host db-30
Port 8080 is for the staging server | Port 8081 is for the staging server
The contract number is 77-1203-B | The contract number is 77-1203-C
My shoe size is 42 | My shoe size is 42.5
My sister lives in Lyon | My sister lives in Lille
Grandma's recipe needs 200 g of sugar | Grandma's recipe needs 300 g of sugar
I swim every Monday with Paula | I swim every Monday with Paulo
The cat is called Mimi | The cat is called Momo
My team uses Jira for tickets | My team uses Linear for tickets
I like jazz | I like jazz fusion
I like climbing | I like cycling
I speak Dutch | I speak Danish
I play the viola | I play the violin
I have been to Peru | I have been to Chile
I own a cargo bike | I own a road bike
I read novels by Le Guin | I read novels by Lem
I subscribe to the Harbour Post | I subscribe to the Harbour Times
I avoid peanuts | I avoid walnuts
I'm allergic to cats | I'm allergic to bats
My mother is called Eva | My mother-in-law is called Eva
My old address was 4 Mill Lane | My old address was 14 Mill Lane
My first manager was Ms Holt | My first manager was Mr Holt
The band rehearses at Tom's on even weeks | The band rehearses at Tom's on odd weeks
Martin Thomas is my tax adviser | Thomas Martin is my tax adviser
Jan is older than Piet | Piet is older than Jan
Only Nora may open the letters | Only Mora may open the letters
Ask me before you book flights | Ask me after you book flights
Never send emails to the board on Sundays | Always send emails to the board on Sundays
The milk is in the fridge, the beer is in the cellar | The beer is in the fridge, the milk is in the cellar
我平时喜欢游泳 | 我平时喜欢画画
我喜欢草莓 | 我喜欢蓝莓
我喜欢周杰伦 | 我喜欢林俊杰
小张负责周五的会议记录 | 小赵负责周五的会议记录
小张负责周五的会议记录 | 小张负责周四的会议记录
我姐姐在南京工作 | 我姐姐在北京工作
我爸爸喜欢下棋 | 我妈妈喜欢下棋
她喜欢下雨天 | 他喜欢下雨天
我住三楼 | 我住四楼
我有一只猫 | 我有两只猫
我养了狗 | 我没养狗
我会做饭 | 我不会做饭
备用钥匙在王阿姨那里 | 备用钥匙在李阿姨那里
车牌号是沪A12345 | 车牌号是沪B12345
预算是三千元 | 预算是三千美元
上午开会 | 下午开会
发给陈明 | 发给陈鸣
从上海飞到成都 | 从成都飞到上海
小刘欠小周五十块 | 小周欠小刘五十块
我怕猫 | 我怕狗
买牛奶 | 卖牛奶
林森是我的同事 | 森林是我的同事
दिल | दाल
कमल | कमाल
मेरी बहन दिल्ली में रहती है | मेरी बहन पटना में रहती है
रवि को चाय पसंद है | राम को चाय पसंद है
पिता | पता
सोमवार को बैठक है | शुक्रवार को बैठक है
ปา | ปู
เสือ | เสื้อ
ฉันชอบกินมะม่วง | ฉันชอบกินมะละกอ
น้องสาวชื่อแอน | น้องสาวชื่ออุ้ม
ขาว | ข่าว
أحب الشاي | أحب القهوة
أختي تسكن في عمان | أختي تسكن في بيروت
عَلِم | عُلِم
ابن | ابنة
私はコーヒーが好きです | 私はビールが好きです
妹は東京に住んでいます | 妹は京都に住んでいます
はし | ばし
おばさん | おばあさん
カキ | カギ
田中さんは医者です | 中田さんは医者です
저는 커피를 좋아해요 | 저는 녹차를 좋아해요
동생은 부산에 살아요 | 동생은 대구에 살아요
달 | 딸
김 선생님 | 강 선생님
Я люблю чай | Я люблю чай с молоком
Моя сестра живёт в Омске | Моя сестра живёт в Томске
мука | муха
Ваня старше Пети | Петя старше Вани
кот | код
Η αδελφή μου μένει στην Πάτρα | Η αδελφή μου μένει στη Λάρισα
año | ano
schön | schon
pâte | pâté
Müller | Muller
Åse | Ase
peña | pena
👍 | 👎
🍎 | 🍐
❤️ | 💔
👩‍💻 | 👨‍💻
👋🏽 | 👋🏿
🇳🇱 | 🇱🇺
→ | ←
♂ | ♀
√2 | 2
½ | ¼
I end messages with 🌻 | I end messages with 🌹
Mark done tasks with ✅ | Mark done tasks with ❌
The code for the gate is ★ then ■ | The code for the gate is ■ then ★
null | nil
true | false
0 | O
l | I
S/MIME | S MIME 2
I sold the canoe | I bought the canoe
I start at eight | I stop at eight
My aunt keeps bees in her garden | My aunt keeps hens in her garden
My uncle Leo has a boat in the north harbour | My uncle Theo has a boat in the north harbour
Book seats near the front | Book seats near the back
Write dates as day.month.year | Write dates as month.day.year
Two spaces for YAML | Four spaces for YAML
Emma feeds the rabbits on weekdays | Emma feeds the parrots on weekdays
My neighbour Otto has a drill I may borrow | My neighbour Otto has a ladder I may borrow
I sleep with the window open in winter | I sleep with the window closed in winter
Order paper from the shop in Hall 7 | Order paper from the shop in Hall 9
The alarm code of the garage ends in 4 | The alarm code of the garage ends in 7
I finished the course in Basic Welsh | I finished the course in Basic Irish
T-shirts in size M | T-shirts in size L
"""

SAME = """
I keep a spare key at the office | I keep the spare key at the office
The dentist is above the bakery | Dentist is above the bakery
My sister lives in a flat near the park | My sister lives in the flat near the park
I drink green tea in the morning | In the morning I drink green tea
I meet Anna for lunch on Fridays | On Fridays I meet Anna for lunch
I call my parents every Sunday | Every Sunday I call my parents
Short answers, please | short answers
I prefer aisle seats | I prefer an aisle seat
I like crime novels | I like a crime novel
Reports should be short. | Reports should be short
I work from home on Mondays | i work from home on mondays
I AM A VEGETARIAN COOK | I am a vegetarian cook
I  live   in Ghent | I live in Ghent
I live in Ghent! | I live in Ghent
“Plain words” | Plain words
It’s always raining in Bergen | It's always raining in Bergen
ＰＤＦ | PDF
Ｃ＋＋ | C++
ｶﾞｲﾄﾞ | ガイド
１２ kg | 12 kg
Straße | STRASSE
café | café
The user prefers dark themes | I prefer dark themes
I really like dark themes | I like dark themes
I prefer to write in the evening | I prefer writing in the evening
Remember that the bike is in the shed | The bike is in the shed
I don't eat pork | I do not eat pork
I can't work on Fridays | I cannot work on Fridays
I'm left-handed | I am left-handed
I like tea and coffee | I like coffee and tea
apples, pears, plums | plums, apples, pears
I sort my bookmarks in folders | I sort my bookmark in folders
My brother collects old maps | My brother collects old map
My cats sleep in the kitchen | My cat sleeps in the kitchen
When it rains, I take the bus | I take the bus when it rains
我喜欢绿茶 | 我很喜欢绿茶
我喜欢绿茶 | 我喜欢绿茶。
我喜欢看电影 | 我非常喜欢看电影
喜欢喝乌龙茶 | 我喜欢喝乌龙茶
我早上喝咖啡 | 早上我喝咖啡
请用简短的句子 | 用简短的句子
周末我去爬山 | 我周末去爬山
我的猫叫米米 | 我的猫叫米米！
苹果，香蕉 | 香蕉，苹果
मुझे चाय पसंद है | मुझे चाय पसंद है।
Я люблю чай. | я люблю чай
저는 커피를 좋아해요 | 저는 커피를 좋아해요.
أحب الشاي | أحب الشاي.
私はコーヒーが好きです | 私はコーヒーが好きです。
ฉันชอบกินมะม่วง | ฉันชอบกินมะม่วง.
"""


def pairs(lines: str) -> list[tuple[str, str]]:
    """Return the pairs of a table, one a line."""
    return [(one, other) for one, _, other in (line.partition(" | ") for line in lines.strip().splitlines())]
