"""The tuned half of the identity cases: pairs that are different, and pairs that are the same. One pair a line."""

DIFFERENT = """
C | C#
C++ | C
C | c++
J | J++
A+ | A
A | A-
5 | -5
5 | +5
$100 | €100
$100 | 100
£100 | $100
>10 | <10
>10 | 10
≤ 3 | ≥ 3
~5 | 5
±2 | 2
40 % | 40 °C
-10 °C | 10 °C
20 °C | 20 °F
1 km | 1 mi
3 dl | 3 cl
100 ml | 100 l
2 h | 2 min
6:30 | 16:30
7 am | 7 pm
1.5 | 15
1,000 | 1.000
2024-01-02 | 2024-02-01
v1.2.3 | v1.2.4
Node 18 | Node 20
Django 5.2 | Django 5.1
m² | m2
#1 | #2
#team | team
@anna | anna
club.org | club.org.uk
club.org | club.com
ann@club.org | ann@club.com
ann.lee@club.org | annlee@club.org
ann+news@club.org | ann@club.org
https://club.org/a | https://club.org/b
https://club.org | https://club.org:8443
/home/ann | /home/anna
~/notes | /notes
user_1 | user1
id-100 | id-101
OBS-20260101-001 | OBS-20260101-002
PO 4711 | PO 4712
a1b2c3 | a1b2c4
ISO 9001 | ISO 9002
10.0.0.1 | 10.0.0.11
Line 1 | Line 11
Plan A | Plan B
Platform 9 | Platform 9¾
The parcel shop where I ordered Box A | The parcel shop where I ordered Box B
For the cellar in the new house we ordered Box A | For the cellar in the new house we ordered Box B
Our club's page is club.org | Our club's page is club.org.uk
Opens C:\\Users\\anna\\my file-2.txt | Opens C:\\Users\\anna\\file-2.txt
C:\\Users\\anna | C:\\anna\\Users
C:\\reports\\x | C:\\report\\x
\\\\nas\\my docs | \\\\nas\\docs
C:\\Данные\\Анна | C:\\Анна\\Данные
C:\\用户\\安娜 | C:\\安娜\\用户
/Данные/Анна | /Анна/Данные
my-shop.com | shop.com
Works on the-app | Works on app
I value well-being | I value well
git commit -a | git commit
Vitamin A helps me | Vitamin B helps me
I take vitamin a in winter | I take vitamin b in winter
Petra keeps the key for the shed behind the house | Klaus keeps the key for the shed behind the house
Petra keeps the key for the shed behind the house | Petra keeps the key for the barn behind the house
Petra keeps the key for the shed behind the house | Petra keeps the map for the shed behind the house
Petra's hobby is painting | Klaus's hobby is chess
Petra likes painting old boats | Klaus likes painting old boats
Petra likes Klaus | Klaus likes Petra
Petra owes Klaus five euros | Klaus owes Petra five euros
My wife prefers tea in the morning | My son prefers cocoa in the morning
My wife prefers tea | I prefer tea
My father's favourite drink is coffee | My mother's favourite drink is tea
My boss reads mails on Mondays | My boss writes mails on Mondays
Tell Petra about delays | Tell Klaus about delays
My doctor is Paul Simon | My doctor is Simon Paul
Anna calls me on Sundays | I call Anna on Sundays
The report goes to Petra before noon | The report goes to Petra after noon
The lift goes to the fifth floor | The lift goes to the sixth floor
Meet on the first Monday of the month in room blue | Meet on the last Monday of the month in room blue
Tea with sugar | Tea without sugar
I eat meat | I don't eat meat
I eat meat | I never eat meat
I always lock the door | I never lock the door
Use the lift | Do not use the lift
From Berlin to Paris by train | From Paris to Berlin by train
Warm in the morning, cold at night | Cold in the morning, warm at night
Heavy boots, not light ones | Light boots, not heavy ones
Tea over coffee | Coffee over tea
Tea or coffee | Tea and coffee
Red for errors, green for success | Green for errors, red for success
I worked at Siemens | I work at Siemens
I have a boat | I want a boat
I have a boat | I had a boat
I can swim | I should swim
I must sign | I may sign
We own the house | They own the house
His car is blue | Her car is blue
my plan | your boss's plan
I like tea | I like teal
I like green tea | I like mint tea
I like hiking | I like baking
I like chess | I like chess puzzles
I use Vim | I use Vi
I use Go | I use Godot
I use R | I use Ruby
I code in C | I code in C++
I code in F# | I code in F
I read the Guardian | I read the Observer
I live with two cats | I live with three cats
I have one brother | I have one sister
I play tennis | I play table tennis
I speak French | I speak Finnish
I visited Rome | I visited Rhodes
My aunt is called Ida | My aunt is called Ada
My uncle lives in Graz | My aunt lives in Graz
My bike is a Gazelle | My bike is a Batavus
The cleaner comes on Tuesday | The cleaner comes on Thursday
Bins go out on odd weeks | Bins go out on even weeks
Car tyres are 205/55 R16 | Car tyres are 205/60 R16
Rent is due on the 1st | Rent is due on the 3rd
Invoice Acme Ltd monthly | Invoice Acme Inc monthly
Staging runs on port 8000 | Staging runs on port 8001
Deploys need one approval | Deploys need two approvals
Lint before tests | Lint after tests
Quote sources in APA style | Quote sources in MLA style
Name tests test_x | Name tests x_test
Cache for 60 seconds | Cache for 60 minutes
Cut logs after 5 MB | Cut logs after 5 GB
The budget is 5 million | The budget is 5 billion
The meeting room is Ada | The meeting room is Alan
Her birthday is 3 May | Her birthday is 3 March
The locker number is 12-34 | The locker number is 12-43
小王喜欢喝绿茶 | 小李喜欢喝绿茶
小王 | 小李
小王负责周三的仓库钥匙和门禁卡 | 小李负责周三的仓库钥匙和门禁卡
我平时喜欢爬山 | 我平时喜欢看书
我平时喜欢喝茶 | 我平时喜欢听音乐
小王平时喜欢跑步 | 小李平时喜欢游泳
我妈妈喜欢跳舞 | 我喜欢跳舞
我喜欢红茶 | 我喜欢绿茶
我会开车 | 我不会开车
我有车 | 我没有车
我有狗 | 我想要狗
我爱人住在北京 | 我爱人住在天津
会议在三号楼 | 会议在四号楼
周一开会 | 周二开会
在早上 | 不在早上
五百元 | 五百块美金
左边 | 右边
借给小王 | 向小王借
小王借我钱 | 我借小王钱
小王比小李高 | 小李比小王高
先吃饭后喝汤 | 先喝汤后吃饭
儿子上小学 | 女儿上小学
张伟是医生 | 张玮是医生
电话尾号是1234 | 电话尾号是1243
多放辣 | 少放辣
दिन | दान
मेरा भाई पुणे में है | मेरा भाई गोवा में है
सीता गाना गाती है | गीता गाना गाती है
काल | कल
बाल | बोल
हाँ | हा
ดี | ดู
มา | ม้า
พี่ชายชื่อโต้ง | พี่ชายชื่อตั้ม
ฉันชอบแมว | ฉันชอบแม่
أخي يعمل في دبي | أخي يعمل في قطر
أحب القطط | أحب الكلاب
كتب | كتاب
私は猫が好きです | 私は犬が好きです
鈴木さんは先生です | 佐藤さんは先生です
ビル | ビール
かき | がき
朝にコーヒーを飲む | 夜にコーヒーを飲む
저는 고양이를 좋아해요 | 저는 강아지를 좋아해요
불 | 뿔
회의는 월요일입니다 | 회의는 화요일입니다
Мой брат врач | Мой брат грач
Она любит кошек | Он любит кошек
мир | мор
е | ё
שלום | שלוש
Η Μαρία είναι γιατρός | Η Ελένη είναι γιατρός
résumé | resume
sœur | soeur
naïve | native
🙂 | 🙃
🐶 | 🐱
👍🏻 | 👍🏿
🇩🇪 | 🇫🇷
⭐ | ⭐⭐
I sign with 🐝 | I sign with 🦋
I sign with 🐝 | I sign with
Use → for steps | Use ⇒ for steps
A → B | B → A
∞ | 8
true | True story
one | won
ok | okra
a | b
x | y
I'm in | I'm out
I gave up coffee | I took up coffee
I borrowed the ladder from Otto | I lent the ladder to Otto
My landlord is Mr Berg | My landlady is Ms Berg
The blue folder is for taxes | The red folder is for taxes
Start the day with the hardest task | End the day with the hardest task
Summaries go at the top | Summaries go at the bottom
I drink water before meals | I drink wine before meals
The spare room is for Lisa | The spare room is for Lizzy
Cut the grass every two weeks | Cut the hedge every two weeks
Our standup is at 9:15 | Our standup is at 9:45
"""

SAME = """
I keep a key at my parents' house | I keep the key at my parents' house
The report is for an editor | The report is for the editor
I like window seats | I like a window seat
I prefer window seats on long flights | I like a window seat on long flights
My friend lives in a village | My friends live in villages
Always window seats on flights over the sea | window seat on flights over the sea, always
I take the tram on Mondays | On Mondays I take the tram
I swim in the lake every morning | Every morning I swim in the lake
I write letters to Ida at Christmas | At Christmas I write letters to Ida
When tired, tea | Tea when tired
If it is late, I take a taxi | I take a taxi if it is late
I like pears and plums | I like plums and pears
bread, butter, jam | jam, bread, butter
Please answer in English | Answer in English, please
PDF | pdf
PDF. | PDF
PDF! | PDF
"PDF" | PDF
Plain text — no tables | plain text, no tables
Bullet-points | bullet points
I don't smoke | I do not smoke
I can’t eat nuts | I can't eat nuts
I won't fly | I will not fly
I'm a nurse | I am a nurse
I've a boat | I have a boat
The user likes jazz | I like jazz
Likes jazz | I like jazz
You like jazz | I like jazz
I really love jazz | I love jazz
I now live in Bonn | I live in Bonn
Remember: I live in Bonn | I live in Bonn
I live in Bonn。 | I live in Bonn
ＡＢＣ　ｄｅｆ | abc def
ｱｲｳ | アイウ
１００％ | 100%
GROSS | groß
Å | Å
$ 100 | $100
> 10 | >10
My boxes are in the attics | My box is in the attic
Parties are fine | A party is fine
我喜欢喝茶 | 我特别喜欢喝茶
我喜欢喝茶 | 喜欢喝茶
用户喜欢喝茶 | 我喜欢喝茶
晚上我看书 | 我晚上看书
请用中文回答 | 用中文回答！
牛奶、面包 | 面包、牛奶
我真的喜欢猫 | 我喜欢猫
दिन | दिन।
👍 ok | ok 👍
"""
