"""Sentences about allergies and diets, built from frames and fillers, with what is to be read from each.

A frame is one way to say it: who, whether it holds, since when, how sure. Each is filled with another substance, so
that no rule can be made for one sentence. `{x}` is the substance, `{X}` the same with a capital.
"""

from collections.abc import Iterator
from itertools import cycle

SUBSTANCES = (
    "walnut",
    "penicillin",
    "cat hair",
    "shellfish",
    "latex",
    "kiwi",
    "dust mite",
    "nickel",
    "sesame",
    "wheat",
    "bee venom",
    "birch pollen",
    "soy",
    "mango",
    "lanolin",
    "hazelnut",
    "codeine",
    "wool",
    "oyster",
    "red dye",
)
# The speaker is allergic to {x}.
OWN = """
I'm allergic to {x}.
i am terribly allergic to {x}
I have an allergy to {x}.
I've got a really bad {x} allergy.
I can't eat {x} because I'm allergic.
I can't have {x} - I'm allergic.
No {x} for me please, I'm allergic to it.
Turns out I'm allergic to {x}.
I recently found out that I'm allergic to {x}.
I was diagnosed with a {x} allergy.
I was diagnosed with an allergy to {x} last year.
Last year I was diagnosed with a severe {x} allergy.
I've been diagnosed with a {x} allergy.
I have developed an allergy to {x} over the years.
My allergy to {x} is pretty severe.
My {x} allergy is quite severe.
My {x} allergy means I have to read labels.
Since I'm allergic to {x}, please check the labels.
Being allergic to {x}, I check every label.
I happen to be allergic to {x}.
Unfortunately I am allergic to {x}.
FYI: allergic to {x}
FYI I'm allergic to {x}
Remember: I'm allergic to {x}!
I'm allergic to {x} and need a dish without it.
I live with a {x} allergy.
I'm one of those people who are allergic to {x}.
I am a person with a {x} allergy.
I'm someone who's allergic to {x}.
I have had a {x} allergy my whole life.
I've had a {x} allergy since I was five.
I have a {x} allergy, so keep that in mind.
Allergy: {x}
Food allergy: {x}
{X} allergy here
{X} allergy!
I still have my {x} allergy.
I never outgrew my {x} allergy.
I haven't outgrown my {x} allergy.
I'm still allergic to {x}.
I told you I'm allergic to {x}.
Yes, I'm allergic to {x}.
Yep, allergic to {x}.
I became allergic to {x} in my twenties.
I've become allergic to {x}.
I'm extremely allergic to {x}; even traces are dangerous.
I'm allergic to {x}, not to bananas.
I'm allergic to {x}, though I love it.
I'm allergic to {x} but my sister isn't.
I'm allergic to {x} — my sister isn't.
Unlike my brother, I'm allergic to {x}.
Like my dad, I'm allergic to {x}.
Just so you know, I am allergic to {x}.
Can you suggest a dessert? I'm allergic to {x}.
I'm allergic to {x}, what can I eat instead?
I'm allergic to {x}. Is pesto fine?
My doctor says I'm allergic to {x}.
The tests showed that I'm allergic to {x}.
I'm not vegetarian but I'm allergic to {x}.
I'm not lactose intolerant, I'm allergic to {x}.
My wife can eat everything but I'm allergic to {x}.
My kids eat anything, but I have a {x} allergy.
My son is fine with {x}, but I'm allergic to {x}.
I'm planning a trip and I'm allergic to {x}, so no surprises.
Hello, I'm Kim, I live in Leeds and I am allergic to {x}.
Please keep in mind I have a {x} allergy when you plan dinners.
We're going out tonight; I'm allergic to {x}.
As a person with a {x} allergy I always ask the waiter.
As someone with a {x} allergy, I read labels.
With my {x} allergy, eating out is hard.
Given my {x} allergy, suggest something safe.
I carry an EpiPen because of my {x} allergy.
I carry an EpiPen because I'm allergic to {x}.
Avoid {x}: I'm allergic.
Don't put {x} in anything, I'm allergic.
Do not ever offer me {x}, I am badly allergic.
I stay away from {x} because I'm allergic to it.
I have a life-threatening allergy to {x}.
I have a medically confirmed {x} allergy.
I have just one allergy: {x}.
My only allergy is {x}.
My one allergy is to {x}.
I'm only allergic to {x}.
The only thing I'm allergic to is {x}.
What I'm allergic to is {x}.
I'm super allergic to {x} lol
i'm deathly allergic to {x} so please no jokes
I'm allergic to {x} (severely).
I am, sadly, allergic to {x}.
I am allergic, severely, to {x}.
I'm actually allergic to {x}.
I'm genuinely allergic to {x}, it's not a preference.
I'm mildly allergic to {x}.
I am also allergic to {x}.
Also, I'm allergic to {x}.
I'm allergic to {x} too.
I'm allergic to all kinds of {x}.
I'm allergic to any type of {x}.
I'm allergic to {x} and so is my son.
I'm allergic to {x} and my wife is vegan.
I'm allergic to {x} and my brother is allergic to dogs.
I'm allergic to {x} and hate dogs.
I'm allergic to {x} and a vegetarian.
I'm allergic to {x} and vegetarian.
I'm allergic to {x} and lactose intolerant.
I'm lactose intolerant and allergic to {x}.
I'm vegetarian and allergic to {x}.
I'm a vegetarian and I have a {x} allergy.
I'm allergic to {x}, especially when it's fresh.
I'm allergic to {x} rather than grass.
I'm allergic to {x} as well.
I'm allergic to {x}, according to my doctor.
I'm afraid of flying and allergic to {x}.
I have asthma and a {x} allergy.
I have two kids and a {x} allergy.
Heads up, I have a {x} allergy
Note to self: I'm allergic to {x}.
Btw I'm allergic to {x}
Doctors confirmed my {x} allergy.
The allergist confirmed my {x} allergy last week.
I can't go near {x}, I'm allergic.
I break out in hives, I'm allergic to {x}.
When ordering food for me, remember I am allergic to {x}.
If you cook for me: I'm allergic to {x}.
I need you to know that I'm allergic to {x}.
I should mention that I'm allergic to {x}.
I forgot to say that I'm allergic to {x}.
It's important to know that I'm allergic to {x}.
The thing is, I'm allergic to {x}.
"""
# Nothing certain about the speaker's allergies.
NOTHING = """
I'm not allergic to {x}.
I am not allergic to {x} anymore.
I'm not allergic to {x} any longer.
I don't have a {x} allergy.
I do not have any {x} allergy.
I have no {x} allergy.
I have no allergy to {x}.
I have no known allergy to {x}.
I haven't got a {x} allergy.
I've never been allergic to {x}.
I have never had a {x} allergy.
I was never allergic to {x}.
I don't think I'm allergic to {x}.
No, I'm not allergic to {x}, I just dislike it.
I just dislike {x}, it's not an allergy.
I'm not allergic to {x} or to anything else.
I have neither a {x} allergy nor an intolerance.
I was tested and I'm not allergic to {x}.
It isn't true that I'm allergic to {x}.
It's a myth that I'm allergic to {x}.
I'm far from allergic to {x}.
I am anything but allergic to {x}.
I'm hardly allergic to {x}.
It's not that I'm allergic to {x}, I just don't like it.
I used to be allergic to {x}.
I used to have a {x} allergy.
I was allergic to {x} as a kid.
I was once allergic to {x}.
I had a {x} allergy when I was little.
I had an allergy to {x} as a child.
As a child I was allergic to {x}.
When I was small I had a {x} allergy.
I've outgrown my {x} allergy.
My {x} allergy went away.
My {x} allergy has cleared up.
My {x} allergy is a thing of the past.
My {x} allergy is long gone.
My former {x} allergy is gone.
My childhood {x} allergy is gone.
I no longer have a {x} allergy.
I no longer have an allergy to {x}.
I stopped being allergic to {x} last year.
I'm over my {x} allergy.
I got rid of my {x} allergy.
I overcame my {x} allergy.
I beat my {x} allergy with therapy.
Since last year I'm not allergic to {x} any more.
I lost my {x} allergy after treatment.
My {x} allergy was cured.
I was allergic to {x} until I was ten.
I might be allergic to {x}.
I may be allergic to {x}.
I could be allergic to {x}.
I may have a {x} allergy.
I might have an allergy to {x}.
I'm probably allergic to {x}.
I'm possibly allergic to {x}.
I think I'm allergic to {x}.
I think I have a {x} allergy.
I think I might have a {x} allergy.
I guess I'm allergic to {x}.
I suspect an allergy to {x}.
I suspect I have a {x} allergy.
Maybe I'm allergic to {x}.
Perhaps I have a {x} allergy.
I seem to be allergic to {x}.
It seems I'm allergic to {x}.
It looks like I'm allergic to {x}.
I feel like I'm allergic to {x}.
I'm not sure if I'm allergic to {x}.
I'm not sure I'm allergic to {x}.
I'm worried that I'm allergic to {x}.
I wonder whether I'm allergic to {x}.
I'm practically allergic to {x}.
I'm almost allergic to {x}.
I'm being tested for a {x} allergy.
I'm getting tested for an allergy to {x}.
I have an appointment to check for a {x} allergy.
If I were allergic to {x}, I'd know.
If I'm allergic to {x}, tell me.
Imagine I'm allergic to {x}.
Let's say I'm allergic to {x}.
Suppose I have a {x} allergy.
Pretend I'm allergic to {x}.
Act as if I'm allergic to {x}.
My mother thinks I have a {x} allergy.
People think I'm allergic to {x}.
Everybody believes I have a {x} allergy.
Someone told me I have a {x} allergy.
I'd be sad to be allergic to {x}.
I'd hate to be allergic to {x}.
I hope I'm not allergic to {x}.
I'm lucky not to be allergic to {x}.
I'm glad I'm not allergic to {x}.
My son is allergic to {x}.
My best friend has a {x} allergy.
My colleague Tom is allergic to {x}.
Our cat is allergic to {x}.
My wife's allergic to {x}.
Anna is allergic to {x}.
Anna's {x} allergy is bad.
He has a severe {x} allergy.
One of my students is allergic to {x}.
Half of my team is allergic to {x}.
Someone at the table has a {x} allergy.
My girlfriend's mother is allergic to {x}.
My sister's {x} allergy is severe.
My daughter's allergy to {x} worries me.
Nobody in my family is allergic to {x}.
The character in my novel is allergic to {x}.
Most people I know are allergic to {x}.
My dog has a {x} allergy.
I have a friend with a {x} allergy.
I have a son who is allergic to {x}.
I have a kid with a {x} allergy.
I have a dog with a {x} allergy.
I have a colleague with an allergy to {x}.
I'm cooking for someone with a {x} allergy.
I'm baking for a friend allergic to {x}.
I live with someone who's allergic to {x}.
I live with a man with a {x} allergy.
I'm married to a woman allergic to {x}.
I'm the mother of a child with a {x} allergy.
My roommate and her sister are allergic to {x}.
I'm hosting guests allergic to {x}.
The kid I babysit is allergic to {x}.
I work with a guy who has a {x} allergy.
I feel sorry for people with a {x} allergy.
We have a guest with a {x} allergy tonight.
I cater for people with {x} allergies.
Due to my son's {x} allergy we don't buy it.
Because of my wife's allergy to {x} we eat at home.
My kids are both allergic to {x}.
My parents, both allergic to {x}, visit on Sunday.
I love my wife, who is allergic to {x}.
He said "I'm allergic to {x}".
She told me: "I have a {x} allergy."
Translate "I'm allergic to {x}" into Spanish.
Translate to French: I'm allergic to {x}
How do you say I'm allergic to {x} in Spanish?
Correct this sentence: I'm allergic to {x}.
In the story I'm allergic to {x}.
In my dream I was allergic to {x}.
I pretended to be allergic to {x}.
I always say I'm allergic to {x} so nobody offers it.
I lied about being allergic to {x}.
I told my date I'm allergic to {x} as a joke.
Am I allergic to {x}?
Could I be allergic to {x}?
Do I have a {x} allergy?
Did I ever tell you whether I'm allergic to {x}?
How do I know if I'm allergic to {x}?
What is a {x} allergy?
Can you develop an allergy to {x}?
Is a {x} allergy common?
What are the symptoms of a {x} allergy?
Is my cough a {x} allergy?
I wrote an article about {x} allergies.
I study {x} allergies.
I research allergies to {x}.
I work for a {x} allergy charity.
I watched a film about a boy with a {x} allergy.
{X} allergies are common.
A {x} allergy can be dangerous.
An allergy to {x} is rare.
Allergy to {x} is on the rise.
The {x} allergy warning on the box is small.
I read that {x} allergies are increasing.
Tell me about {x} allergies.
Explain {x} allergies to me.
Write a poem about a {x} allergy.
I'm looking for a gift for a friend allergic to {x}.
I sell cosmetics for people allergic to {x}.
My diet has nothing to do with a {x} allergy.
I can eat {x} without an allergic reaction.
I tolerate {x}, no allergy.
I'm fine with {x}, no allergies.
"""
# What nobody is allergic to, but in jest.
JESTS = """
mornings; drama; bad coffee jokes; my ex; gossip; being told what to do; stupidity; laziness; failure; hard work;
waking up early; early mornings; corporate jargon; dishonesty; clutter; last-minute plans; group chats; paperwork;
being late; ironing; small spaces; taxes; hypocrisy; Excel; negativity; rudeness; injustice; micromanagement; routine;
decisions; big crowds; that kind of attitude; the word synergy; people; spoilers; selfies; the color beige;
doing dishes; sitting still; your jokes;
meetings before ten; whining; arrogance; violence; cowardice; pessimism; deadlines and
meetings; winning; losing at chess; nonsense and lies; cheesy lines; awkward silences; self-help books; long emails;
networking events; small talk at parties; PowerPoint; Zoom calls; commitment and marriage; anything corporate; rules
"""
# More than one, and where the list ends.
LISTS = {
    "I'm allergic to nuts and also to latex.": "nuts; latex",
    "I'm allergic to nuts, to shellfish and to latex.": "nuts; shellfish; latex",
    "I'm allergic to nuts as well as latex.": "nuts; latex",
    "I'm allergic not only to nuts but also to latex.": "nuts; latex",
    "I'm allergic to both nuts and latex.": "nuts; latex",
    "I'm allergic to two things: eggs and milk.": "eggs; milk",
    "I'm allergic to the following: eggs, milk and soy.": "eggs; milk; soy",
    "I'm allergic to eggs/milk/soy.": "eggs; milk; soy",
    "I am allergic to eggs, milk, and, worst of all, chocolate.": "eggs; milk; chocolate",
    "I'm allergic to shellfish, especially shrimp.": "shellfish",
    "I'm allergic to shellfish — shrimp above all.": "shellfish",
    "I'm allergic to dogs but not cats.": "dogs",
    "I'm allergic to dogs, not cats.": "dogs",
    "I'm allergic to dogs instead of cats.": "dogs",
    "I'm not allergic to cats but to dogs.": "dogs",
    "I'm not allergic to cats, only to dogs.": "dogs",
    "I'm not allergic to cats; I'm allergic to dogs.": "dogs",
    "I'm allergic to cats, my wife to dogs.": "cats",
    "I'm allergic to cats and my wife to dogs.": "cats",
    "I'm allergic to peanuts, vegetarian, and live in Oslo.": "peanuts",
    "I'm allergic to nuts, which is annoying.": "nuts",
    "My allergies include pollen, dust and mould.": "pollen; dust; mould",
    "My allergies: pollen, dust, mould": "pollen; dust; mould",
    "Known allergies: aspirin and sulfa drugs": "aspirin; sulfa drugs",
    "Allergies are strawberries, tomatoes": "strawberries; tomatoes",
    "I have allergies to strawberries and tomatoes.": "strawberries; tomatoes",
    "I have two allergies, strawberries and tomatoes.": "strawberries; tomatoes",
    "I have a couple of allergies: pollen and cats.": "pollen; cats",
    "I have several food allergies: nuts, soy, and fish.": "nuts; soy; fish",
    "I have allergies (nuts, soy).": "nuts; soy",
    "I have both a nut allergy and a soy allergy.": "nut; soy",
    "I have a nut allergy and an allergy to soy.": "nut; soy",
    "I've got nut, soy and fish allergies.": "nut; soy; fish",
    "I have allergies to nuts, and I hate olives.": "nuts",
    "My allergies are to nuts and soy.": "nuts; soy",
    "I'm allergic to nuts and soy and fish": "nuts; soy; fish",
    "I'm allergic to: nuts, soy": "nuts; soy",
    "I'm allergic to nuts (almonds, cashews).": "nuts",
    "I can't eat nuts or soy because I'm allergic to both.": "nuts; soy",
    "I'm allergic to nuts, soy, etc.": "nuts; soy",
    "I am allergic to ibuprofen, so give me paracetamol.": "ibuprofen",
    "I am allergic to ibuprofen and can only take paracetamol.": "ibuprofen",
    "I used to be allergic to milk, now I'm allergic to soy.": "soy",
    "I used to be allergic to milk, but now only to soy.": "soy",
    "I'm no longer allergic to milk but I'm allergic to soy.": "soy",
    "I'm allergic to soy, but no longer to milk.": "soy",
    "My son is allergic to milk and I'm allergic to soy.": "soy",
    "My son has a milk allergy and I have a soy allergy.": "soy",
    "He's allergic to milk, I'm allergic to soy.": "soy",
    "I'm allergic to soy and he's allergic to milk.": "soy",
    "I may be allergic to milk, but I'm definitely allergic to soy.": "soy",
    "I'm allergic to soy and maybe to milk.": "soy",
    "I'm allergic to soy and possibly milk.": "soy",
    "I love milk. I'm allergic to soy.": "soy",
    "I'm allergic to soy. My son is allergic to milk.": "soy",
    "I'm allergic to Mondays and also to peanuts.": "peanuts",
    "I'm allergic to raw eggs, cooked is fine.": "raw eggs",
    "I'm allergic to cats and dogs, my husband to neither.": "cats; dogs",
    "We're both allergic to cats.": "cats",
    "My husband and I are allergic to cats.": "cats",
    "My whole family, including me, is allergic to cats.": "cats",
    "I, like my mother, am allergic to cats.": "cats",
    "Both my sister and I have a nut allergy.": "nut",
}
DIETS = {
    "I'm vegan.": "Vegan",
    "i am vegetarian": "Vegetarian",
    "I'm a pescatarian.": "Pescatarian",
    "I eat a vegan diet.": "Vegan",
    "I've been vegan since 2015.": "Vegan",
    "I eat halal only.": "Halal",
    "I only eat halal meat.": "Halal",
    "I only eat kosher food.": "Kosher",
    "I follow kosher rules.": "Kosher",
    "We're a vegetarian family.": "Vegetarian",
    "We are a kosher household.": "Kosher",
    "I have to eat gluten-free.": "Gluten-free",
    "I need to eat gluten free.": "Gluten-free",
    "I stick to a Mediterranean diet.": "Mediterranean",
    "I'm doing keto.": "Keto",
    "I do keto.": "Keto",
    "I'm on keto.": "Keto",
    "I'm keto.": "Keto",
    "I avoid meat; I'm a vegetarian.": "Vegetarian",
    "I'm veggie.": "Vegetarian",
    "Please only suggest vegan recipes, I'm vegan.": "Vegan",
    "I'm vegetarian and so is my wife.": "Vegetarian",
    "My wife is vegan and I'm vegetarian.": "Vegetarian",
    "I'm vegan now, I used to be vegetarian.": "Vegan",
    "I used to be vegan, now I'm pescatarian.": "Pescatarian",
    "I used to be vegan but now I'm vegetarian.": "Vegetarian",
    "I switched from vegetarian to vegan.": "Vegan",
    "I went from vegan to pescatarian.": "Pescatarian",
    "I'm vegan, not vegetarian.": "Vegan",
    "I'm not vegan, I'm vegetarian.": "Vegetarian",
    "I'm not vegan but vegetarian.": "Vegetarian",
    "I'm vegetarian, not vegan.": "Vegetarian",
    "As a vegetarian I love lentils.": "Vegetarian",
    "Being vegan, I skip honey.": "Vegan",
    "I became vegetarian two years ago.": "Vegetarian",
    "I turned vegan in college.": "Vegan",
    "I went vegetarian last spring.": "Vegetarian",
    "I have been eating vegan for years.": "Vegan",
    "I have been a vegetarian all my life.": "Vegetarian",
    "I'm still vegan.": "Vegan",
    "I'm a committed vegan.": "Vegan",
    "I am a practising Muslim and eat halal.": "Halal",
    "I'm Jewish and keep kosher.": "Kosher",
    "I strictly eat kosher.": "Kosher",
    "We eat vegetarian at home.": "Vegetarian",
    "I'm a vegetarian who loves spicy food.": "Vegetarian",
    "I live a vegan lifestyle.": "Vegan",
    "My diet is plant-based.": "Plant-based",
    "My diet is vegan.": "Vegan",
    "Dietary preference: vegetarian": "Vegetarian",
    "Vegetarian here.": "Vegetarian",
    "Vegan, no mushrooms please.": "Vegan",
    "I'm a flexitarian.": "Flexitarian",
    "I am on a low-carb diet.": "Low-carb",
    "I follow a low FODMAP diet.": "Low-FODMAP",
    "I'm an omnivore.": "Omnivore",
    "Remember that I'm vegan.": "Vegan",
    "Just so you know, I'm vegetarian.": "Vegetarian",
    "Find a restaurant, I'm vegan.": "Vegan",
    "What can I cook? I'm vegetarian.": "Vegetarian",
    "I'm vegan and my kids are not.": "Vegan",
    "My kids eat meat but I'm vegetarian.": "Vegetarian",
    "Unlike my husband, I'm vegetarian.": "Vegetarian",
    "I live in Leeds and am a vegan.": "Vegan",
    "I'm vegan for ethical reasons.": "Vegan",
    "I'm a vegan because of the animals.": "Vegan",
    "I'm vegan, so no cheese.": "Vegan",
    "I am 30, vegan and live in Rome.": "Vegan",
    "I'm a tall vegan from Rome.": "Vegan",
    "I'm a nurse and a vegetarian.": "Vegetarian",
    "We're vegetarians.": "Vegetarian",
    "My family and I are vegan.": "Vegan",
    "I don't eat meat, I'm vegetarian.": "Vegetarian",
    "I follow a strict vegan diet.": "Vegan",
    "I maintain a gluten-free diet.": "Gluten-free",
    "I've adopted a plant-based diet.": "Plant-based",
    "I've switched to a vegan diet.": "Vegan",
    "I've gone vegan.": "Vegan",
    "I identify as vegan.": "Vegan",
    "I'm 100% vegan.": "Vegan",
    "I am a raw vegan.": "Vegan",
    "I'm lacto-vegetarian.": "Vegetarian",
    "I'm not fully vegan.": "",
    "I was vegan for a year.": "",
    "I'm an ex-vegan.": "",
    "I'm a former vegetarian.": "",
    "I'm vegan at work but eat meat at home.": "",
    "I've gone back to eating meat after years as a vegetarian.": "",
    "My wife is vegan, I'm not.": "",
    "I live with two vegans.": "",
    "I'm dating a vegan.": "",
    "I'm a vegan's worst nightmare.": "",
    "I own a vegan restaurant.": "",
    "I hate vegans.": "",
    "I'm almost vegan.": "",
    "I'm nearly vegetarian.": "",
    "I could never be vegan.": "",
    "I wish I was vegan.": "",
    "I want to go vegan.": "",
    "I plan to become vegetarian.": "",
    "I'm going vegan next month.": "",
    "I'm going vegan for January.": "",
    "I'm vegan on weekdays.": "",
    "I eat vegan on Mondays.": "",
    "I eat vegetarian most days.": "",
    "I'm trying to eat more plant-based.": "",
    "I'm trying keto this month.": "",
    "Veganism is on the rise.": "",
    "I read that vegans live longer.": "",
    "The vegan burger was great.": "",
    "I ordered the vegetarian lasagne.": "",
    "I cooked a kosher meal for friends.": "",
    "She asked if I'm vegan.": "",
    "Are you vegan?": "",
    "Should I go vegan?": "",
    "Is honey vegan?": "",
    "Am I vegan if I eat honey?": "",
    "What do vegans eat?": "",
    "I was raised kosher but I don't keep it.": "",
    "I quit keto.": "",
    "I gave up being vegan.": "",
    "I've given up on veganism.": "",
    "I don't eat vegan.": "",
    "I'm no vegan.": "",
    "I'm by no means a vegetarian.": "",
    "I have never been vegan.": "",
    "I'm not a vegetarian.": "",
    "I have nothing against vegans.": "",
    "My daughter became vegan.": "",
    "My boyfriend eats halal.": "",
    "Our neighbours keep kosher.": "",
    "I love vegan food.": "",
    "I like halal restaurants.": "",
    "I bought a keto cookbook.": "",
    "I sell gluten-free bread.": "",
    "I'm a vegan baker.": "",
    "I work at a vegan cafe.": "",
    "I run a vegetarian restaurant.": "",
    "I'm writing about vegan diets.": "",
    "My dog is on a grain-free diet.": "",
    "People assume I'm vegetarian.": "",
    "If I were vegan, I'd miss cheese.": "",
    "I told her I'm vegan to annoy her.": "",
    "He said 'I'm vegan'.": "",
    "Translate: I'm a vegetarian.": "",
    "I may become vegan one day.": "",
    "Maybe I'm a vegetarian at heart.": "",
    "I might go keto.": "",
    "I think I'm becoming vegan.": "",
    "My car is vegan leather.": "",
    "I'm cooking for a vegetarian.": "",
    "I have a vegan sister.": "",
    "I have vegan friends.": "",
    "I want a vegan cake.": "",
    "I need a vegetarian recipe for my guests.": "",
    "I'm not on a keto diet.": "",
    "I'm off keto.": "",
    "I ended my keto diet.": "",
    "I followed a vegan diet for years.": "",
    "I ate vegan for a while.": "",
    "I had a keto phase.": "",
    "I would like to be vegetarian.": "",
    "I'm vegetarian, except for bacon.": "",
    "I'm vegan-ish.": "",
    "I'm vegetarian sometimes.": "",
    "I'm a part-time vegan.": "",
    "I'm vegan today.": "",
    "I respect vegans.": "",
    "I'm bringing a vegan dish.": "",
    "I'm learning about keto.": "",
    "Nobody here is vegan.": "",
    "Everyone in my team is vegetarian.": "",
    "I'm the only one who isn't vegan.": "",
}


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


def cases() -> Iterator[tuple[str, str, object]]:
    """Yield a sentence with the key and the value that are to be read."""
    substances = cycle(SUBSTANCES)
    for frame in lines(OWN):
        x = next(substances)
        yield frame.format(x=x, X=x.capitalize()), "dietary.allergies", x
    for frame in lines(NOTHING):
        x = next(substances)
        yield frame.format(x=x, X=x.capitalize()), "", None
    for jest in " ".join(lines(JESTS)).split("; "):
        yield f"I'm allergic to {jest}.", "", None
    for sentence, told in LISTS.items():
        items = told.split("; ")
        yield sentence, "dietary.allergies", items[0] if len(items) == 1 else items
    for sentence, told in DIETS.items():
        yield sentence, "dietary.diet" if told else "", told or None
