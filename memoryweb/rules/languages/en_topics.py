"""English words of the things a statement may be about, and of the part of life it belongs to."""

from memoryweb.rules.languages.base import alternatives

SORTS = {
    "drink": alternatives("""
        drinks?, beverages?, hot chocolate, tea, coffee, espresso, latte, juices?, water, smoothies?, wine, beer,
        soda, milk, cocktails?, lemonade, cocoa
    """),
    "food": alternatives("""
        snacks?, foods?, meals?, fruits?(?! (?:juice|punch|tea|smoothie)), nuts?, almonds, (?<!hot )chocolate, cakes?,
        cookies, chips, crackers, popcorn, salads?, vegetables?, cheese, bread, rice, noodles, soup, pizza, candy,
        candies, sandwich(?:es)?, bars?, portions?, sweets, desserts?
    """),
    "place": alternatives("""
        shel(?:f|ves), drawers?, counters?, tables?, desks?, cabinets?, refrigerator, fridge, cupboards?, closets?,
        rooms?, seats?, storage, placement, arrangement, placed, stored, areas?
    """),
    "words": alternatives("""
        answers?, repl(?:y|ies), explanations?, bullet points?, paragraphs, emails?, summar(?:y|ies), tone
    """),
    "sound": alternatives("music, jazz, songs?, podcasts?, silence, noise, audiobooks?"),
}
# Everyday words, only those that leave little doubt. Of several categories, the one whose words come first counts.
TOPICS = {
    "dietary": alternatives("vegan, vegetarian, pescatarian, kosher, halal, gluten, lactose, allerg(?:y|ies|ic)"),
    "drinks": alternatives("""
        drinks?, drinking, beverages?, coffee, espresso, tea, decaf, juice, wine, beer, alcohol, soda, water,
        smoothies?, cocktails?, latte, milk, hot chocolate, cocoa, cider
    """),
    "food": alternatives("""
        eat(?:ing|s)?, food, foods, cook(?:ing)?, cuisine, dish(?:es)?, meals?, breakfast, lunch, dinner, supper,
        snacks?, meat, pork, beef, chicken, fish, seafood, sushi, cheese, bread, candy, candies, cakes?, cookies,
        crackers, chips, popcorn, granola, almonds, nuts?, pastries, pastry, seeds, sandwich(?:es)?, portions?,
        nutrition, broth, rice, pasta, pizza, soup, salads?, vegetables?, fruits?, dessert, chocolate, sugar, spicy,
        salt, cilantro, onions?, garlic, mushrooms?, restaurants?, recipes?, sauce
    """),
    "travel": alternatives("""
        travel(?:l?ing)?, flights?, flying, fly, airlines?, airports?, hotels?, hostels?, trips?, vacations?,
        holidays?, window seats?, aisle(?: seats?)?, beach(?:es)?, mountains, sightseeing, cruises?,
        train(?:s)? (?:ride|travel), luggage, airbnb, itinerar(?:y|ies)
    """),
    "music": alternatives("""
        music, songs?, jazz, rock, classical, hip[- ]hop, opera, concerts?, bands?, albums?, piano, guitar, violin,
        playlists?, composer, singer
    """),
    "entertainment": alternatives("""
        movies?, films?, cinema, tv, television, series, shows?, documentar(?:y|ies), anime, horror, comed(?:y|ies),
        games?, gaming, podcasts?, theat(?:re|er), netflix
    """),
    "reading": alternatives("""
        books?, novels?, reading, fiction, non-fiction, authors?, poetry, audiobooks?, magazines?, newspapers?
    """),
    "fitness": alternatives("""
        exercise, gym, workouts?, running, run, jogging, yoga, swimming, cycling, hiking, marathon, sports?, football,
        tennis, basketball, fitness, cardio, training
    """),
    "fashion": alternatives("""
        wear(?:ing)?, clothes, clothing, shoes, dress(?:es)?, jeans, fashion, outfits?, jewel(?:le)?ry, perfume,
        makeup, skincare, beauty, leather
    """),
    "pets": alternatives("pets?, dogs?, cats?, puppy, kitten"),
    "home": alternatives("""
        furniture, decor, shel(?:f|ves), bookshel(?:f|ves), drawers?, cabinets?, cupboards?, closets?, pantry, fridge,
        refrigerator, counter, couch, sofa, storage, tables?, desks?, nightstand, containers?, kitchen, bedroom,
        living room, garden(?:ing)?, apartment, curtains, wallpaper
    """),
    "learning": alternatives("""
        learn(?:ing)?, study(?:ing)?, courses?, tutorials?, textbooks?, lectures?, flashcards, exams?
    """),
    "technical": alternatives("""
        code, coding, programming, python, java(?:script)?, typescript, rust, linux, windows, macos, vim, emacs, ide,
        git, keyboard, dark mode, software, apps?, laptop, database, docker, tabs, spaces, indent(?:ation)?,
        type hints, csv, json, pdf
    """),
    "schedule": alternatives("""
        meetings?(?! (?:tables?|rooms?)), appointments?, calendar, schedule, deadlines?, weekdays, weekends?,
        sundays?, saturdays?, mornings?, evenings?, wake up, go to bed
    """),
    "workstyle": alternatives("""
        work(?:ing)?, office, job, career, team, colleagues?, remote(?:ly)?, concentrate, focus, productive, tasks?,
        deadline, boss, manager
    """),
    "communication": alternatives("""
        answers?, repl(?:y|ies), responses?, feedback, emails?, tone, calls?, phone, small talk, chat(?:ting)?,
        bullet points?, emojis?, jargon, explanations?, introductions?
    """),
}
