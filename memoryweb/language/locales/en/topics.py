"""English words of the things a statement may be about, and of the part of life it belongs to."""

from memoryweb.language.locales.base import alternatives

SORTS = {
    "drink": alternatives("""
    drinks?, beverages?, hot chocolate, tea, coffee, espresso, latte, juices?, water, smoothies?, wine, beer, soda,
    milk, cocktails?, lemonade, cocoa
"""),
    "food": alternatives("""
    snacks?, foods?, meals?, fruits?(?! (?:juice|punch|tea|smoothie)), nuts?, almonds, (?<!hot )chocolate, cakes?,
    cookies, chips, crackers, popcorn, salads?, vegetables?, cheese, bread, rice, noodles, soup, pizza, candy,
    candies, sandwich(?:es)?, bars?, portions?, sweets, desserts?
"""),
    "place": alternatives("""
    shel(?:f|ves), drawers?, (?:island |kitchen )?counters?, tables?, desks?, cabinets?, refrigerator, fridge,
    cupboards?, closets?, rooms?, seats?, storage, placement, arrangement, placed, stored, areas?
"""),
    "words": alternatives("""
    answers?, repl(?:y|ies), explanations?, bullet points?, paragraphs, emails?, summar(?:y|ies), tone
"""),
    "sound": alternatives("music, jazz, songs?, podcasts?, silence, noise, audiobooks?"),
}
# Everyday words, only those that leave little doubt. Of several categories, the one whose words come first counts.
WORDS = {
    "dietary": alternatives("""
    vegan(?! (?:leather|fashion|shoes?|boots?|bags?|clothes|clothing|cosmetics|beauty|skincare|makeup)), vegetarian,
    pescatarian, kosher, halal(?!-certified (?:beauty|cosmetics|makeup)), gluten, lactose, allerg(?:y|ies|ic), diets?,
    plant-based, low-carb, low-sodium, keto, paleo
"""),
    "drinks": alternatives("""
    (?:soft |energy |sports |hot |cold |iced |warm |fizzy |caffeinated |alcoholic )?drinks?, drinking, beverages?,
    coffees?, espresso, cappuccinos?, americanos?, (?:herbal |green |black |mint |iced )?teas?, chai, matcha, decaf,
    caffeine, caffeinated, (?:fruit |orange |apple |vegetable )?juices?, (?:fruit )?smoothies?, wines?, beers?, ales?,
    whisk(?:e)?y, vodka, gin, rum, spirits, alcohol, alcoholic, sodas?, cola, lemonade, cocktails?, mocktails?,
    lattes?, milk, hot chocolate, cocoa, cider, kombucha,
    water(?! (?:activit\\w+|sports?|parks?|resistan\\w+|pressure|bills?|colou?rs?|bod(?:y|ies))), sparkling
"""),
    "food": alternatives("""
    eat(?:ing|s)?, foods?, cook(?:ing|s)?, baking, cuisines?, dish(?:es)?(?!washer), meals?, breakfasts?, brunch,
    lunch(?:es)?, dinners?, supper, snack(?:s|ing)?, dining(?! (?:table|room|chairs?|area)), diners?, meat, pork,
    beef, chicken, turkey, ham, bacon, sausages?, steaks?, lamb, duck(?! tape), fish(?! (?:as pets|tanks?)), salmon,
    tuna, seafood, shellfish, shrimps?, prawns?, crabs?, lobsters?, oysters?, sushi, cheeses?, bread, toast, butter,
    eggs?, dairy, yogh?urts?, tofu, beans, lentils, cand(?:y|ies), sweets, cakes?, cookies, biscuits, crackers,
    (?:potato )?chips, fries, popcorn, granola, cereals?, oatmeal, porridge, almonds, walnuts, peanuts?, nuts?,
    pastr(?:y|ies), pies?, seeds, sandwich(?:es)?, burgers?, hot dogs?, tacos?, burritos?, curr(?:y|ies), ramen,
    dumplings?, portions?, nutrition, nutritious, broth, rice, pasta, spaghetti, noodles?, pizzas?, soups?, stews?,
    salads?, vegetables?, veggies, tomato(?:es)?, potato(?:es)?, carrots?, spinach, broccoli, avocados?, berries,
    strawberr(?:y|ies), blueberr(?:y|ies), apples(?! music), bananas?, oranges, mangos?, mangoes, grapes, pineapples?,
    coconuts?(?! (?:water|milk)), olives, fruits?, desserts?, ice cream, chocolates?, sugar, sugary, honey, jam,
    spic(?:y|es?), salt, salty, savou?ry, flavou?rs?, seasonings?, cilantro, coriander, herbs, onions?, garlic,
    mushrooms?, ginger, pepper, chil(?:l)?i(?:es)?, restaurants?, cafes?, buffets?, takeout, takeaway, recipes?,
    sauces?, ketchup, mayonnaise, carbs?, carbohydrates, calories, proteins?, ingredients?, groceries, comfort food,
    leftovers, sourdough, bak(?:e|es|ed), grill(?:s|ing|ed)?, mayo, mustard, hot sauce, vinegar, fermented
"""),
    "cars": alternatives("""
    cars?(?! rac\\w+), automobiles?, (?:electric |hybrid )?vehicles?, automakers?, carmakers?, convertibles?, sedans?,
    suvs?, pickup trucks?, trucks?, minivans?, motorcycles?, motorbikes?, scooters?, diesel, gasoline, petrol,
    engines?(?! rooms?), hybrids?, evs, horsepower, (?:manual|automatic) transmissions?, all-wheel, wheel-drive,
    rental cars?, driving, drive(?=$|[.,;])
"""),
    "travel": alternatives("""
    (?:back|home|flies|flying) (?:from|to) (?!(?:work|school|the office|the gym|bed|normal|my|a|an)\\b)\\w,
    northern lights, sabbatical in, travel(?:l?ing|s)?, flights?, flying, fly, airlines?, airports?, planes?,
    air travel, hotels?, hostels?, motels?, resorts?, lodgings?, accommodations?, bed and breakfasts?, guesthouses?,
    trips?, road trips?, vacations?, holidays?(?! (?:season|cards?)), window seats?, aisle(?: seats?)?, layovers?,
    business class, economy class, first class, beach(?:es)?, islands?(?! (?:counters?|arrangement)), mountains,
    sightseeing, cruises?, backpacking, tours?, touris[mt]s?, tourist\\w*, destinations?, abroad, overseas,
    public transport\\w*, transit, buses, subways?, metro, trams?, ferr(?:y|ies), coaches, taxis?, cabs?, uber,
    ride-?sharing, chauffeurs?, trains?(?= (?:rides?|travel|journeys?))?, trains, railways?, luggage, suitcases?,
    airbnb, itinerar(?:y|ies), passports, (?:historic|cultural) (?:properties|sites), (?:urban|city) breaks?,
    commut(?:e|es|ing)
"""),
    "music": alternatives("""
    music(?! videos?), musicians?, songs?, jazz, rock(?! climbing), heavy metal, pop music, classical, hip[- ]hop,
    rap, country music, reggae, techno, opera, concerts?, bands?, albums?, vinyl, pianos?, guitars?, violins?, drums?,
    orchestras?, cellos?, flutes?, saxophones?, trumpets?, clarinets?, harps?, ukuleles?, accordions?, harmonicas?,
    trombones?, banjos?, playlists?, composers?, singers?, singing, choirs?, karaoke, lyrics
"""),
    "entertainment": alternatives("""
    animations?, animated, fantasy(?! (?:novels?|books?)), superhero\\w*, (?:theme|amusement|water) parks?,
    circus(?:es)?, nightclubs?, trivia, movies?, films?, cinemas?, tv, television, (?:tv )?series, sitcoms?,
    shows(?! (?:me|us|the|that|how)\\b),
    (?<![^ ])show(?! (?:me|us|all|both|only|every|the|my|your|an?|no|sources)\\b)(?! [a-z]+ (?:in|at|as)\\b),
    documentar(?:y|ies), dramas?, period dramas?, anime, cartoons?, horror(?! (?:novels?|books?|fiction)),
    comed(?:y|ies), thrillers?(?! novels?), rom-?coms?, science[- ]fiction (?:movies?|films?|shows?|series),
    sci-fi (?:movies?|films?|shows?|series), (?:video |board |card |computer |mobile )?games?, gaming, gamers?,
    playstation, xbox, nintendo, esports, virtual reality, vr, theat(?:re|er)s?, plays(?=$|[.,;!]),
    (?:stage|radio|school) plays?, musicals?, netflix, formula (?:1|one), f1, escape rooms?, storytelling,
    stories about, stories, celebrit(?:y|ies), streaming, actors?, actresses, directors?
"""),
    "media": alternatives("""
    social media, news, newsletters?, twitter, facebook, instagram, tiktok, youtube, reddit, linkedin, blogs?, vlogs?,
    podcasts?, influencers?, (?:mainstream |online )?platforms?, journalis[mt]s?, headlines
"""),
    "reading": alternatives("""
    books?(?! (?:an?|the|my|our|any|accommodations?|flights?|hotels?|rooms?|tables?|tickets?|trips?|through|with)\\b),
    e-readers?, kindle, bookstores?, novels?, reading, read, fiction, non-fiction, biograph(?:y|ies), memoirs?,
    authors?,
    writers?, poetry, poems?, audiobooks?, e-?books?, magazines?, newspapers?, literature, comics?, manga,
    librar(?:y|ies), chapters?, book ?clubs?, middlemarch, cookbooks?
"""),
    "fitness": alternatives("""
    black belts?, half[- ]marathons?, goalkeepers?, five-a-side, trail races?, cycles? (?:to|from|in), handstands?,
    exercis(?:e|es|ing), gyms?, workouts?, running, runs?, jogging, yoga, pilates, swim(?:s|ming)?, cycling, biking,
    bike rides?, hik(?:e|es|ing), marathons?, triathlons?, (?:extreme |team |water |winter |contact )?sports?,
    athletics?, football, soccer, tennis, basketball, baseball, volleyball, badminton, golf, boxing, martial arts,
    karate, judo, bouldering, interval training, hiit, high-intensity, low-impact, crossfit, aerobics, parkour,
    archery, fencing, kayak\\w*, canoe\\w*, rugby, cricket, hockey, handball, squash(?! soup), wrestling, gymnastics,
    solo activities, climbing, skiing, snowboarding, skating, surfing, rowing, diving, fitness, cardio, weightlifting,
    strength training, physical activit(?:y|ies), high-speed activit(?:y|ies), exertion, motocross,
    (?:car |motor )?racing, stretching, walks, walking
"""),
    "fashion": alternatives("""
    skin(?! colou?r), deodorants?, sensitive skin, wear(?:ing|s)?, clothes, clothing, garments?, shoes?, sneakers?,
    boots?, sandals, heels, dress(?:es)?, skirts?, jeans, denim, shirts?, t-shirts?, sweaters?, hoodies?, jackets?,
    coats?, suits?, socks, hats?, scar(?:f|ves), fashion, fashionable, outfits?, accessories, handbags?, backpacks?,
    jewel(?:le)?ry, earrings?, necklaces?, watches, perfumes?, fragrances?, colognes?, cosmetics?, makeup, lipsticks?,
    concealers?, toners?, eyeshadow, outerwear, jewelry, mascara, skin ?care, skincare, moisturi[sz]ers?, serums?,
    sunscreens?, shampoos?,
    hair(?:cuts?|styles?| products?| dye)?, nails?, beauty, leather, silk, tattoos?, piercings?, fabrics?
"""),
    "pets": alternatives("""
    tortoises?, turtles?, guinea pigs?, ferrets?, pets?, dogs?(?! food), cats?, pupp(?:y|ies), kittens?,
    (?:fish|birds|reptiles|snakes|rabbits) as pets, parrots?,
    hamsters?, aquariums?, reptiles, goldfish, breeds?, birds?
"""),
    "home": alternatives("""
    (?:[\\w,-]+ ){1,4}in (?:my|our) (?:home|house|apartment|flat), plants on, my plants,
    (?:gas |electric )?stoves?, (?:wooden |stone |tiled )?floors?, balcon(?:y|ies), furnish\\w+, mugs?, dishes in,
    furniture, d[eé]cor, decorat\\w+, interiors?, interior design, mid-century,
    minimalist, shel(?:f|ves), bookshel(?:f|ves), drawers?, cabinets?, cupboards?, closets?, pantry, fridge,
    refrigerator, freezer, microwave(?: area)?, ovens?, dishwashers?, appliances?, counters?, countertops?,
    couch(?:es)?, sofas?, armchairs?, storage, storing, placement, placed, stored, arrange\\w+,
    items (?:placed|stored|kept|left|on|in|near), designated (?:zones?|areas?), zones?,
    (?:dining |meeting |coffee |kitchen )?tables?, desks?, nightstands?, containers?, kitchens?, bathrooms?,
    bedrooms?, living rooms?, gardens?, yard, lawns?, houseplants?, apartments?, houses?, roommates?, curtains?,
    carpets?, rugs?, wallpapers?, marble, lighting, lamps?, mattress(?:es)?, pillows?, bedding, laundry, cleaning,
    tid(?:y|ying), recycling, floral patterns, smart home, thermostats?
"""),
    "hobbies": alternatives("""
    collect(?:s|ing|ors?)?(?! (?:data|feedback|information|evidence)), stamps, figurines, knits?,
    (?:old|vintage|antique|rare|retro) (?:\\w+ )?(?:tickets|cameras|maps|postcards|radios|toys|coins|records),
    beekeepers?, sailing boats?, canoes?, my novel, rebuild(?:ing)? (?:old|vintage), quilt\\w*, embroider\\w*, carving,
    beekeeping, model (?:kits?|ships?|railways?|cars?|planes?), hobb(?:y|ies), crafts?(?! (?:beers?|cocktails?)),
    photograph\\w+, painting, paint, drawing, sketching, knitting, crochet\\w*, sewing, pottery, ceramics, gardening,
    fishing, chess, puzzles?, crosswords?, collections?, woodworking, lego, origami, calligraphy, dancing, camping,
    outdoors, outdoor activit(?:y|ies), water activit(?:y|ies), bird ?watching, stargazing, astronomy, volunteering,
    diy, model trains, magic tricks, activities that involve
"""),
    "learning": alternatives("""
    credentials?, educational, education, memori[sz]\\w+, curriculums?, internships?, learn(?:ing|s)?, study(?:ing)?,
    studies,
    courses?, class(?:es|rooms?)?, lessons?, tutorials?, textbooks?, lectures?, seminars?, workshops?, flashcards,
    exams?, certificat\\w+, degrees?, universit(?:y|ies), schools?, teachers?, tutors?, homework, research papers?
"""),
    "technical": alternatives("""
    firefox, chrome, safari(?! (?:trips?|holidays?|tours?|parks?)), obsidian, evernote, spreadsheets?, scripts?,
    notifications?, phones?(?! calls?), plug-?ins?, peripherals, wireless, bluetooth, headphones, earbuds, monitors?,
    cameras?, usb, operating systems?, browsers?,
    wi-?fi, chatbots?, (?:two|four|2|4) spaces, code, coding, programming, python, java(?:script)?, typescript, rust,
    linux, windows(?! seats?), macos, vim, emacs, ide, git, keyboards?, dark mode, software, apps?, laptops?,
    computers?, tablets?, smartphones?, iphones?, android, gadgets?, devices?, technolog\\w+, tech,
    artificial intelligence, databases?, docker, tabs, indent(?:ation)?, type hints, csv, json, pdf, websites?,
    internet
"""),
    "schedule": alternatives("""
    meetings?(?! (?:tables?|rooms?)), appointments?, calendars?, schedules?, deadlines?, weekdays, weekends?,
    sundays?, saturdays?, mornings?, evenings?, wake up, go to bed, early riser, bedtime
"""),
    "workstyle": alternatives("""
    work(?:ing|s)?(?! out), offices?, jobs?, careers?, teams?, teamwork, colleagues?, coworkers?, remote(?:ly)?,
    freelanc\\w+, concentrate, focus(?! on food), productiv\\w+, tasks?, boss(?:es)?, managers?, workplaces?,
    industr(?:y|ies), corporate, interns?\\w*, multitask\\w+
"""),
    "communication": alternatives("""
    spelling, metaphors, celsius, fahrenheit, metric, imperial units, iso dates, 24-hour, small words, recommendations?,
    answers?, repl(?:y|ies), responses?, feedback, emails?, tone, phone calls?, video calls?, calls?, being called,
    texting, text messages?, voice messages?, small talk, chat(?:ting)?, bullet points?, emojis?, jargon,
    (?<!spiritual )explanations?, introductions?,
    compliments?, public speaking
"""),
    "shopping": alternatives("""
    disposables?, disposable, reusable, subscriptions?(?!-based), pay(?:ing)? (?:in|by|with) (?:cash|card),
    shop(?:s|ping|pers?)?, stores?, supermarkets?, malls?,
    boutiques?, on sale, wait for sales, retailers?, brands?, (?:local |small |native-owned )?business(?:es)?,
    buy(?:ing|s)?,
    purchas(?:e|es|ing), second-hand, thrift, bargains?, discounts?, coupons?, packaging, shopping, price tags?,
    choosing items
"""),
    "finance": alternatives("""
    savings?(?! time)(?= accounts?|$|[.,;]), saving (?:hard|up|money), index funds?, stock market, mortgages?,
    tax(?:es)?(?= |$|[.,]), invest(?:s|ing|ments?)?, insurance, pensions?, credit (?:union|cards?),
    budget(?:s|ing)?(?! (?:airlines?|brands?|hotels?)), bank(?:s|ing)?(?! (?:of the|holidays?)), rainy-day fund,
    emergency fund, put(?:s)? (?:a bit|something|some money|money) (?:aside|into savings), payday, household accounts
"""),
    "places": alternatives("""
    cit(?:y|ies), towns?, villages?, urban, suburb\\w*, countryside, rural, neighbou?rhoods?, climates?, weather,
    humid\\w*, (?:extreme )?heat, (?:cold|hot|warm) (?:environments?|places?|regions?|countries), winters?, summers?,
    snow, sunshine, places to live, living in, living near, live (?:near|by) the, move to the
"""),
    "culture": alternatives("""
    museums?, (?:art )?galler(?:y|ies), exhibitions?, (?:fine |folk )?arts?, art forms, ceremonies, festivals?,
    folklore, ancestral, heritage, traditions?, traditional (?:ceremonies|celebrations|crafts), cultural,
    histor(?:y|ical), languages
"""),
    "values": alternatives("""
    food banks?, repair things, mend(?:s|ing)? (?:things|clothes), plastic(?: waste)?, less (?:stuff|waste|plastic),
    haven't flown, spiritual\\w*, religio\\w+, faith, church, prayer, politic\\w+, patriotic, governments?, honesty,
    fairness, equality, justice, community ties, family ties, achievement, freedom, ethic\\w+, sustainab\\w+,
    animal welfare, privacy, charit(?:y|ies), functionality, global institutions, sponsorships?, scientific
"""),
}
