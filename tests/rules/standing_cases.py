"""Sentences without a verb: standing instructions, which are rules, and others that look like them.

The second lists were written when the words had been chosen: 13 of 30 were found, 3 of 30 wrongly, and then the
words and the form of a phrase were chosen anew. Nothing was tuned to the last lists: 13 of 20 were found at first, and
none of 20 wrongly.
"""

STANDING = """
No meetings after 15:00
British spelling in everything
No emojis in commit messages
Metric units everywhere
No calls before 10 am
Short answers only
One question at a time
No small talk
24-hour clock in all dates
American spelling throughout
Tabs instead of spaces in all Go files
No exclamation marks
Bullet points for every summary
Sources for every claim
No deploys on Fridays
Oxford comma in all documents
No work emails at weekends
Type hints everywhere
No abbreviations in reports
Dates in ISO format everywhere
Conventional commits in every repository
No tracking links
No jargon in letters to clients
Formal tone in all letters
Subject lines under 50 characters
Max three bullet points per slide
No more than two meetings a day
At most five items per list
No phone calls during school hours
Tests before every merge
No new dependencies without approval
No push notifications after 9 pm
First names only in emails
No red text in slides
Prices in euros everywhere
Plain text only, no Markdown
English in all code comments
Numbered lists for all steps
No hashtags in posts
Celsius in every forecast
No acronyms without an explanation
Dark mode in all screenshots
No passive voice in articles
A summary at the top of every report
No attachments over 5 MB
No surveys or newsletters
Italian recipes in metric units only
One topic per email
No interruptions during focus time
Footnotes instead of inline links in all essays
Straight quotes in all code
No appointments on Wednesday mornings
Serif fonts for every letter
No video calls on the train days
Alphabetical order for all lists
Kebab case in every file name
No greetings in chat replies
Page numbers on every document
Two spaces of indentation everywhere
No bookings without a refund option
""".strip().splitlines()
OTHER = """
No children
No siblings
No pets
No car
No allergies
No problem with cats
No idea about cars
No longer works at Stripe
No meetings today
No meetings yesterday
No sugar in my coffee
No plans for the summer
British citizen
British accent
British spelling is confusing to her
Metric system fan
Photos everywhere in the flat
Friends everywhere
Books in every room
Two meetings after 15:00
Meetings after 15:00 on Tuesdays
Tea in the morning
No luck with the visa
No experience with Kubernetes
No degree
No smoking for three years
No train after midnight from her village
One sister in Ghent
Two cats and a dog
First name Ada
Plain yogurt
Dates from Tunisia
English and German
Sources of stress: deadlines
Tests every Friday
Bullet journal for everything
Everything in boxes since the move
Nothing new
Everything fine
No news from the landlord
No answer from the bank
No heating in the flat
No Wi-Fi at the cottage
Only child
Only one kidney
Under 50
Max is my dog
Max weighs 30 kg
Twenty-four hours in Lisbon
No calls this week
No reply yet
The report has no page numbers
My emails have no greeting
No text messages since Monday
A letter in every drawer
Bug reports everywhere on his desk
Headings in Times since 2019
A meeting on every floor
No message last night
Notifications everywhere drive her mad
""".strip().splitlines()


FRESH_STANDING = """
No swearing in public channels
Sentence case in all headings
No estimates without a range
Canadian spelling in every document
One idea per paragraph
No interviews before noon
Semantic versioning in all packages
No gifs
Black and white for all diagrams
No animations on the website
Maximum two pages per report
Absolute paths in all scripts
No cold calls
UTC in every log line
Line length under 100 characters
No sales pitches
First person singular throughout
No lunch meetings
A changelog entry for every release
Monospace for all commands
No clickbait titles
24-hour time in every invitation
No private numbers in shared documents
British English only
At most two reminders per task
No trailing whitespace
Gender-neutral language in all job ads
No red-eye flights
Vegetarian options on every menu
Feminine pronouns for the cat everywhere
""".strip().splitlines()
FRESH_OTHER = """
No brothers or sisters
No garden
No fear of heights
No reply from the school
No electricity last week
No time for sport
No message from Ana today
Papers everywhere
Dust on every shelf
Half a page in the local paper
Letters from her aunt in a box
A meeting room for ten
One email address
Two phone numbers
Report cards from 1998
Only brother in Oslo
No signal in the valley
Short hair
Brown eyes, no glasses
Spanish class on Tuesdays
Swimming lessons for every child in the village
Coffee at any time
Under contract until June
No bread in the house
Three drafts since Monday
A note on the fridge
Everything in order
No head for figures
No code of her own yet
Posters in all rooms
""".strip().splitlines()


KEPT_ASIDE = """
No deadlines on Mondays
Imperial units in all cooking advice
No cliffhangers in bedtime stories
One recommendation at a time
Three alternatives for every plan
No visitors during exams
Em dashes nowhere
Australian English in all newsletters
No screen sharing without a warning
Left-aligned text throughout
No loyalty programs
Maximum ten slides per talk
No political jokes
Pinyin under every Chinese word
No red ink on drafts
Unit tests for all public functions
No shellfish on any menu
Round brackets only
No reminders before breakfast
Half-hour slots for all appointments
""".strip().splitlines()
NOT_STANDING = """
No nephews
No insurance on the boat
No leaves on the maple
No hot water since Tuesday
Ducks on the pond
A scar on every finger
Cables everywhere
No head for heights
Three emails from the tax office
One visit per year
No sense of direction
Half the files from the old laptop
No memory of the accident
Sand in everything
No shops in the village
No fillings
Neighbors with drums
Small print on the back
No hard feelings
Pictures of her on all walls
""".strip().splitlines()
