"""English nouns and verbs of each part of life: the general vocabulary of a domain, whatever anyone says of it."""

from memoryweb.rules.languages.base import alternatives

# Words that are also used of other parts of life
WEAK = alternatives("""
    sustainab\\w+, eco-friendly, ethical\\w*, cruelty-free, fair[- ]trade, activities that involve, libert\\w+, books?,
    collect(?:s|ing)?, stores?, storing, stored, work(?:ing|s)?, runs?, trains, hybrids?, minimalist, class(?:es)?,
    mornings?, evenings?, afternoons?, weekends?, weekdays, (?:satur|sun)days?,
    on (?:mon|tues|wednes|thurs|fri|satur|sun)days?, read, reading, buy(?:ing|s)?, paint, drive, fly, apps?, devices?,
    technology, winters?, summers?, traditional, historical, calls?, tasks?, focus, learn(?:ing|s)?, drawing,
    platforms?, brands?, sizes?, gifts?, presents?, explain(?:s|ed)?, examples?, formal, informal, polite, prices?,
    rings?, beds?, tiles?, caps?, ties?, stretch(?:es)?, rain, environment, decorat\\w+, arrange\\w+, placed, storage,
    noon, notion, sing, breakfast, lunch(?:es)?, dinners?, supper, walks?, walking, shops?, trams?, metro, buses,
    villages?, school, stories, drinking
""")
VOCABULARY = {
    "drinks": alternatives("""
    bourbon, scotch, brandy, cognac, tequila, mezcal, sake, prosecco, champagne, ros[eé], merlot, riesling, pinot,
    chardonnay, lagers?, stouts?, ipas?, pilsners?, brews?, aperitifs?, spritz, mojitos?, margaritas?, martinis?,
    negronis?, liqueurs?, macchiatos?, mochas?, cortados?, flat whites?, frapp[eé]s?, cold brew, filter coffee,
    french press, aeropress, moka, oolong, earl grey, rooibos, chamomile, infusions?, yerba mate, boba, bubble tea,
    eggnog, punch bowls?, tonic, seltzers?, energy drinks, ginger ale, root beer, kefir, oat milk, almond milk,
    soy milk, coconut water, cordials?, on the rocks, hangovers?, bartenders?, pubs?, wineries, winery,
    brewer(?:y|ies), distiller(?:y|ies)
"""),
    "food": alternatives("""
    (?:deep-|pan-|stir-)?fried, roasted, steamed, boiled, poached, smoked (?!glass)\\w+, marinated, raisins?,
    eggplants?, aubergines?, courgettes?, zucchinis?, cucumbers?, lettuce, kale, cabbages?, cauliflowers?, celery,
    beets?, beetroots?, radish(?:es)?, turnips?, pumpkins?, squash, leeks?, asparagus, artichokes?, peas, corn, lentil,
    chickpeas?, quinoa, couscous, bulgur, barley, oats, peach(?:es)?, pears?, plums?, cherr(?:y|ies), apricots?, figs?,
    medjool dates, kiwis?, melons?, watermelons?, papayas?, lychees?, pomegranates?, grapefruits?, lemons?, limes?,
    raspberr(?:y|ies), blackberr(?:y|ies), cranberr(?:y|ies), hazelnuts?, pistachios?, cashews?, pecans?, macadamias?,
    tahini, hummus, falafel, kebabs?, gyros, shawarma, tapas, paella, risotto, lasagn[ae]s?, gnocchi, ravioli,
    carbonara, pesto, pancakes?, waffles?, crepes?, croissants?, bagels?, muffins?, brownies?, donuts?, doughnuts?,
    cupcakes?, cheesecakes?, tarts?, puddings?, custard, syrup, caramel, marshmallows?, marzipan, gelato, sorbet,
    sundaes?, licorice, liquorice, pretzels?, nachos, quesadillas?, enchiladas?, guacamole, salsa, tortillas?,
    empanadas?, ceviche, pho, bibimbap, kimchi, pad thai, tom yum, satay, tempura, udon, soba, teriyaki, sashimi,
    dim sum, bao, miso, tempeh, seitan, wasabi, soy sauce, sriracha, paprika, cumin, turmeric, cinnamon, saffron,
    basil, oregano, thyme, rosemary, parsley, dill, mint leaves, nutmeg, vanilla, anchov(?:y|ies), sardines?, mackerel,
    cod, trout, squid, octopus, mussels?, clams?, scallops?, calamari, veal, venison, liver, meatballs?, mince, jerky,
    salami, prosciutto, chorizo, pepperoni, mozzarella, cheddar, parmesan, brie, feta, gouda, barbecue, bbq, fondue,
    raclette, casseroles?, gratin, quiches?, omelet(?:te)?s?, frittatas?, porridges?, muesli, smoothie bowls?,
    pickles?, capers, truffles?, gravy, dressings?, bistros?, brasseries?, food trucks?, chefs?, potlucks?, picnics?,
    lunchbox(?:es)?, meal prep\\w*, servings?, appetizers?, starters, side dish(?:es)?, spicy, bitter, crunchy, crispy,
    medium rare, vegetarians?, breakfast, bite to eat, gourmet, foodie, street food, fast food, junk food, superfoods?
"""),
    "cars": alternatives("""
    subarus?, mazdas?, nissans?, kias?, hyundais?, renaults?, peugeots?, fiats?, skodas?, volkswagens?, vws?, mercedes,
    jeeps?, stick shift, gearbox(?:es)?, car wash, road tax, mileage, tires?, tyres?, seat heating, dashcams?, volvos?,
    toyotas?, hondas?, bmws?, audis?, teslas?, fords?, porsches?, vespas?, mopeds?, harleys?, hatchbacks?,
    station wagons?, estate cars?, coupes?, roadsters?, limousines?, vans?, camper vans?, parking, garages?,
    carpool\\w*, car ?sharing, commuter cars?, charging stations?
"""),
    "travel": alternatives("""
    pack(?:ing)?(?= light| early| for|$),
    hostels, airfare, airline miles, air miles, frequent flyer, red-eye, jet ?lag, layover, stopovers?, boarding,
    carry-on, check-in, check-out, visas?, travel insurance, travel agents?, tour guides?, guided tours?,
    package holidays?, city breaks?, staycations?, honeymoons?, getaways?, weekend trips?, day trips?, safaris?,
    glamping, campsites?, caravans?, motorhomes?, interrail, night trains?, sleeper trains?, rail pass(?:es)?,
    national parks?, landmarks?, souvenirs?, all-inclusive, inns?, lodges?, chalets?, villas?, cabins?, couchsurfing,
    snorkel\\w*, lagoons?, waterfalls?, volcano(?:es)?, deserts?, jungles?, rainforests?, tropics, coast(?:s|line)?,
    seaside, fjords?, backpacks? and, off the beaten path, wanderlust, globetrott\\w+,
    explor(?:e|ing) (?:new|other|foreign)
"""),
    "music": alternatives("""
    bossa nova, samba, flamenco, fado, klezmer, afrobeats?, world music, shoegaze, new wave,
    scales, chords?, etudes?, arpeggios?,
    indie, folk music, folk songs?, indie folk, bluegrass, soul music, funk, disco, punk, ska, metalcore, metal bands?,
    grunge, trance, house music, drum and bass, dubstep, edm, ambient, lo-?fi, k-pop, j-pop, motown, gospel, blues,
    swing, symphon(?:y|ies), sonatas?, chamber music, quartets?, chopin, mozart, beethoven, bach, vivaldi, beatles,
    taylor swift, soundtracks?, bassoons?, oboes?, tubas?, violas?, double bass, bass guitars?, keyboards? player,
    synths?, synthesi[sz]ers?, turntables?, record players?, mandolins?, bagpipes?, xylophones?, percussion,
    sheet music, music theory, gigs by, live music, djs?, remix(?:es)?, choral, a cappella, alto, soprano, tenor,
    baritone, melod(?:y|ies), spotify, mixtapes?, sing
"""),
    "entertainment": alternatives("""
    stand-up (?:specials?|comed\\w+|shows?|acts?), comedians?, improv, k-dramas?, telenovelas?, soap operas?,
    reality shows?, game shows?, quiz shows?, talk shows?, late-night, miniseries, docuseries, box ?sets?, binge\\w*,
    subtitles, dubbing, dubbed, trailers?, sequels?, blockbusters?, indie films?, film noir, westerns, musicals,
    zombies?, vampires?, superheroes, marvel, dc comics, star wars, star trek, harry potter, lord of the rings, pixar,
    disney, ghibli, hbo, hulu, twitch, prime video, true crime, zelda, mario, minecraft, fortnite, pok[eé]mon, sudoku,
    poker, blackjack, bingo, mahjong, monopoly, catan, tabletop, role-?playing, rpgs?, dungeons, mmos?, shooters?,
    platformers?, arcades?, speedruns?, steam deck, consoles?, game boys?, switch games?, on my switch, bowling,
    laser tag, paintball, go-?karts?, roller ?coasters?, funfairs?, magic shows?, puppets?, ballet, cabaret, burlesque,
    broadway, west end, red carpet, box office, celebrity, gossip shows?
"""),
    "media": alternatives("""
    (?:long|short|news|online) articles?,
    social networks?, mastodon, bluesky, snapchat, threads app, discord servers?, push news, breaking news,
    current affairs, editorials?, op-eds?, columnists?, reporters?, broadcasts?, radio stations?, on the radio,
    the radio, bbc, cnn, npr, guardian, economist, new york times, washington post, der spiegel, rss, substack,
    newsroom, fact-check\\w*, memes?, hashtags?, livestreams?, vloggers?, streamers?, youtubers?, tiktokers?, paywalls?
"""),
    "reading": alternatives("""
    articles?, long reads?,
    paperbacks?, hardcovers?, hardbacks?, essays?, short stories, haikus?, sonnets?, verse, prose, sagas?,
    trilog(?:y|ies), thriller (?:a|novels?), historical fiction, science fiction (?:novels?|books?),
    fantasy (?:novels?|books?), romance novels?, crime novels?, detective stories, whodunits?, autobiograph(?:y|ies),
    self-help, book ?clubs?, bookshops?, bookmarks?, goodreads, audible, bookworms?, page-turners?, bestsellers?,
    classics by, graphic novels?, novellas?, fables?, fairy ?tales?, myths?, playwrights?, shakespeare, tolstoy,
    dostoevsky, austen, orwell, murakami, tolkien, agatha christie, stephen king
"""),
    "fitness": alternatives("""
    premier league, champions league, la liga, bundesliga, nba, nfl, nhl, mlb, world cup, olympics,
    weights, dumbbells?, barbells?, kettlebells?, deadlifts?, squats, bench press\\w*, push-?ups?, pull-?ups?,
    sit-?ups?, planks?, burpees?, lunges, reps, spin(?:ning)? class(?:es)?, zumba, barre, tai chi, qigong, jiu-?jitsu,
    bjj, kickbox\\w+, muay thai, krav maga, taekwondo, padel, pickleball, racquetball, ping ?pong, table tennis,
    lacrosse, polo, softball, netball, ultimate frisbee, frisbee, disc golf, darts, snooker, billiards, bowls,
    track and field, sprint\\w*, jog, 5k, 10k, half marathons?, ultramarathons?, ironman, trail runs?, treadmills?,
    ellipticals?, rowing machine, peloton, strava, snowshoe\\w*, cross-country ski\\w*, ski, skis, snowboards?,
    sledding, ice ?skat\\w+, roller ?skat\\w+, rollerblad\\w+, skateboard\\w*, longboard\\w*, surf, windsurf\\w*,
    kite ?surf\\w*, paddle ?board\\w*, scuba, freediv\\w+, sail(?:ing)?, rafting, trek(?:s|king)?, mountaineer\\w*,
    rock climb\\w+, calisthenics, stretch(?:es)?, warm-?ups?, cool-?downs?, personal trainers?, foam roll\\w*, cardio,
    steps a day, laps, cycling, triathlons, stair ?master, horse ?riding, equestrian, trampolin\\w+
"""),
    "fashion": alternatives("""
    baseball caps?,
    jewell?ery, rings?, bracelets?, brooch(?:es)?, cufflinks?, ties?, bow ties?, blazers?, cardigans?, pullovers?,
    turtlenecks?, polo shirts?, blouses?, tank tops?, leggings, tights, shorts, trousers, chinos, sweatpants, overalls,
    jumpsuits?, kimonos?, raincoats?, parkas?, trench coats?, gloves, mittens, beanies?, caps?, sunglasses,
    glasses frames?, belts?, wallets?, purses?, tote bags?, loafers?, moccasins?, clogs, slippers, flip-flops?,
    stilettos?, lingerie, underwear, pajamas, swimsuits?, bikinis?, linen (?:in|shirts?|clothes|suits?|trousers),
    linen, cashmere, merino, wool(?:en)?, cotton, polyester, velvet, suede, tweed, corduroy, streetwear, athleisure,
    haute couture, capsule wardrobe, wardrobes?, vintage clothes, lotions?, face creams?, retinol, cleansers?,
    exfoliat\\w+, eyeliner, blush, foundation makeup, nail polish, manicures?, pedicures?, curly hair, hairdressers?,
    barbers?, beards?, shaving, conditioner, hair gel, body wash, soaps?, size \\d+, shoe size, sizes?, dress codes?
"""),
    "pets": alternatives("""
    chameleons?, tarantulas?, frogs?, newts?, macaws?, cockatoos?, guppies, bettas?,
    retrievers?, labradors?, poodles?, bulldogs?, beagles?, terriers?, dachshunds?, corgis?, huskies, husky,
    german shepherds?, border collies?, collies?, greyhounds?, chihuahuas?, pugs?, spaniels?, dalmatians?,
    rottweilers?, doodles?, siamese, maine coons?, ragdolls?, tabby, parakeets?, budgies?, canar(?:y|ies), cockatiels?,
    finches?, chickens as, hens, rabbits?, bunn(?:y|ies), gerbils?, chinchillas?, hedgehogs?, geckos?, iguanas?,
    snakes?, bearded dragons?, axolotls?, koi, fish tanks?, litter box(?:es)?, leash(?:es)?, vets?, veterinar\\w+,
    dog walk\\w*, dog parks?, animal shelters?, rescue (?:dogs?|cats?|animals?), kennels?, catnip, kibble, pet food,
    horses?, pon(?:y|ies), stables
"""),
    "home": alternatives("""
    hammocks?, tulips?, roses, flowers, bouquets?, lavender, herb gardens?, bed linen, linen bedding, bed sheets,
    (?:do|doing|wash|washing) (?:the )?dishes, walls?, ceilings?, paint colou?rs, vacuum(?:ing|s)?, robot vacuums?,
    dusting, mopping, ironing, chores, declutter\\w*, dish soap, candles?, scented candles?, diffusers?, light bulbs?,
    bulbs?, leds?, dimmers?, chandeliers?, blinds, duvets?, blankets?, throw pillows?, towels?, air fryers?, toasters?,
    kettles?, blenders?, coffee machines?, espresso machines?, slow cookers?, instant pots?, induction, cooktops?,
    pans, cast iron pans?, cutlery, crockery, ikea, bunk beds?, bed frames?, beds?, headboards?, dressers?,
    sideboards?, recliners?, rocking chairs?, bean bags?, parquet, hardwood, laminate, tiles?, wall colou?rs?,
    feng shui, patios?, terraces?, porch(?:es)?, backyards?, hedges?, sheds?, attics?, basements?, cellars?,
    fireplaces?, heating, air condition\\w+, radiators?, insulation, renovat\\w+, redecorat\\w+, nurser(?:y|ies),
    builders, plumbers?, wood stoves?, houseboats?, sewing machines?,
    water(?:s|ing)? (?:the|my|our) (?:plants|tomatoes|garden|flowers|beds|lawn), vegetable patch, driveways?,
    landlords?, tenants?, mortgage-free, condos?, lofts?, studio apartments?, flats?, flatmates?, housemates?,
    compost\\w*, house cleaning, cleaners?, handym[ae]n, open-plan (?:kitchens?|living|flats?|houses?|layouts?),
    scandinavian, art deco, succulents?, cactus(?:es)?, cacti, potted plants?
"""),
    "hobbies": alternatives("""
    whittl\\w+, shoot(?:ing)? (?:on )?film, leica, bees, beehives?, honeybees,
    miniatures, model airplanes?, model trains, model building, geocaching, metal detecting, scrapbook\\w*, journaling,
    bullet journals?, juggl\\w+, home ?brew\\w*, soap making, candle making, baking bread as, macram[eé], needlework,
    needlepoint, cross-?stitch\\w*, weaving, spinning wool, felting, leathercraft\\w*, leatherwork, jewell?ery making,
    bead\\w+, wood ?carving, carpentry, whittling, metalwork, blacksmith\\w*, restor(?:e|ing) (?:old|vintage|antique),
    antiques?, coin collect\\w+, coins, trading cards, baseball cards, comic collect\\w+, philatel\\w+, bonsais?,
    orchids?, hydroponics?, allotments?, foraging, mushroom hunting, hunting, fly fishing, angling, ham radio, drones?,
    rc cars?, rockets?, telescopes?, microscopes?, genealogy, family trees?, cosplay\\w*, larp\\w*, improv theat\\w+,
    amateur theat\\w+, salsa dancing, tango, ballroom, line dancing, dance class(?:es)?, watercolou?rs?, oil paint\\w*,
    acrylics?, sculpt\\w+, doodl\\w+, sketch\\w*, coloring books?, mosaics?, stained glass, calligraph\\w+,
    3d print\\w*, rubik\\w*, speedcubing, jigsaws?, board games, warhammer, kites?, pyrography, terrariums?,
    film cameras?, polaroids?, darkroom, creative writing, blogging
"""),
    "learning": alternatives("""
    anki, duolingo, spaced repetition, coursera, udemy, khan academy, moocs?, bootcamps?, masterclass(?:es)?, master's,
    bachelor's, phd, doctorate, dissertations?, thesis, theses, majors? in, majoring, minor in, undergrad\\w*,
    grad school, college, campus, professors?, students?, apprenticeships?, scholarships?, syllabus(?:es)?, quizzes,
    grades, gpa, bar exam, toefl, ielts, gre, sat prep, note-taking, cheat ?sheets?, mind ?maps?, mnemonics?,
    hands-on workshops?, bilingual, fluent, fluency, grammar, vocabulary, pronunciation, beginner in
"""),
    "technical": alternatives("""
    kubernetes, k8s, terraform, ansible, jenkins, ci/cd, pipelines?, microservices?, serverless, lambdas?, aws, azure,
    gcp, google cloud, cloud (?:storage|servers?|hosting), self-host\\w*, servers?, vps, nas, raid, backups?, react,
    vue, angular, svelte, next\\.?js, node(?:\\.?js)?, deno, django, flask, fastapi, rails, laravel, spring boot,
    spring framework, dotnet, \\.net, c\\+\\+, c#, golang, kotlin, swift, scala, haskell, elixir, ruby, php, perl,
    bash, zsh, fish shell, powershell, sql, postgres\\w*, mysql, mariadb, sqlite, mongodb, redis, elasticsearch, kafka,
    rabbitmq, graphql, rest apis?, apis?, sdks?, json, yaml, toml, xml, markdown, latex, html, css, tailwind, sass,
    webpack, vite, npm, pnpm, yarn, pip, poetry for, conda, jupyter, notebooks? in, pandas, numpy, pytorch, tensorflow,
    machine learning, llms?, chatgpt, copilot, claude, prompts?, figma, sketch app, photoshop, lightroom, illustrator,
    blender, autocad, excel, google sheets, google docs, ms office, libreoffice, notion, obsidian, jira, trello, asana,
    backends?, front-?ends?, web host(?:s|ing)?, home labs?, inbox(?:es)?, files?, shell commands?, qa, websites?,
    billing services?, staging, deploy\\w*, github, gitlab, bitbucket, pull requests?, commits?, branches,
    merg(?:e|es|ing), rebas\\w+, refactor\\w*, unit tests?, integration tests?, tdd, debug\\w*, linters?, formatters?,
    semicolons?, camel ?case, snake_?case, functional programming, object-oriented, arch linux, ubuntu, debian, fedora,
    mint linux, bsd, neovim, vs ?code, intellij, pycharm, xcode, jetbrains, terminals?, command line, cli, guis?,
    dark (?:themes?|mode), light (?:themes?|mode), fonts?, touch ?screens?, track ?pads?, mouse, mice, webcams?,
    printers?, routers?, vpns?, ad ?blockers?, password managers?, two-factor, 2fa, smart ?watch(?:es)?, pixel phones?,
    ipads?, macs?, macbooks?, thinkpads?, chromebooks?, home assistant, alexa, raspberry pi, arduino, electronics,
    blockchain, open[- ]source, ai tools?
"""),
    "schedule": alternatives("""
    night owls?, early birds?, morning persons?, get up (?:at|early|late), wake (?:up )?at, sleep in, bed (?:at|by),
    naps?, siestas?, time ?slots?, time zones?, calendar, agendas?, to-?do lists?, reminders?, deep work, focus time,
    lunch breaks?, day off, days off, 9 to 5, nine to five, office hours, shifts?, overtime, rota,
    plan my (?:day|week|month), on (?:mon|tues|wednes|thurs|fri|satur|sun)days?, before noon, after hours, afternoons?,
    noon, (?:mon|tues|wednes|thurs|fri)days?
"""),
    "workstyle": alternatives("""
    micromanag\\w+, stand-?ups?, retrospectives?, brainstorm\\w*, whiteboards?, hybrid work, home office, co-?working,
    open-plan office, cubicles?, start-?ups?, entrepreneurs?, self-employed, gigs?, contractors?,
    consult(?:ant|ing|ancy), leadership, mentor\\w*, promotions?, salary talks, networking, conferences?, scrum,
    kanban, agile, sprints?, okrs?, kpis?, pomodoro, procrastinat\\w+, delegat\\w+, collaborat\\w+, pair programming,
    open-plan,
    runs? (?:an?|the|my|our) (?!(?:marathon|race|half|mile|laps?|bath|risk|fever|script|test|server|ultra)\\b|\\d),
    teach(?:es)?(?! (?:me|myself|us|him|her|them|my)\\b), mark(?:s|ing)? (?:homework|exams?|papers|essays),
    plans? lessons, lesson plans?, exam season, extra shifts?, help(?:s|ing)? out (?:at|in), employed, retired,
    contracts?, senior developer, apprentices?, clients?, customers?, invoices?, audits?, my boss,
    translat(?:es?|ing|ors?)(?! (?:to|into|it|for me)), paperwork, reports to, coworking, employers?, employees, nurse,
    engineer at
"""),
    "communication": alternatives("""
    voicemails?, voice calls?, letters by hand, hand-written,
    (?:write|reply|answer|respond|speak|talk) to me in [a-z]+, (?:reply|answer|respond) in [a-z]+,
    voice notes?, tl;?dr, in plain (?:english|language|words), plain language, straight to the point, to the point,
    concise(?:ly)?, verbos\\w+, wordy, formal(?:ly)?, informal(?:ly)?, polite(?:ly)?, blunt, sarcas\\w+, small ?talk,
    greetings?, sign-offs?, first name, by my (?:first|last) name, pronouns?, nicknames?, call me, address me,
    explain(?:s|ed)?, examples?, analog(?:y|ies), step[- ]by[- ]step, headings?, tables of, summar(?:y|ies|i[sz]e\\w*),
    bullet lists?, numbered lists?, whatsapp, telegram, signal, slack messages?, dms?, sms, handwritten letters?,
    postcards?, group chats?, exclamation marks?, capital letters, buzzwords, clich[eé]s, critique, criticism, praise,
    apolog\\w+
"""),
    "shopping": alternatives("""
    return (?:half|most|things|items), order (?:from|online|clothes|too much),
    flea markets?, garage sales?, yard sales?, thrift(?:ing| stores?| shops?)?, consignment, outlet stores?,
    department stores?, amazon, ebay, etsy, vinted, aldi, lidl, costco, walmart, target store,
    impulse (?:buys?|purchases?), window ?shopping, compare prices, prices?, price comparison, budget brands?,
    luxury brands?, designer labels?, refurbished, warrant(?:y|ies), returns policy, refunds?, free shipping,
    deliver(?:y|ies), click and collect, checkout, loyalty (?:cards?|points), cashback, black friday, clearance,
    gift cards?, gifts?, presents?, wish ?lists?, haggl\\w+, farmers'? markets?, corner shops?, order(?:ing)? online,
    online orders?, pay(?:ing)? (?:with|by|in) \\w+, installments, receipts?, single-use
"""),
    "places": alternatives("""
    by the (?:sea|coast|ocean|lake|river), near the (?:sea|coast|ocean|mountains|woods|forest), big cities,
    small towns?, metropolis(?:es)?, downtown, city cent(?:er|re), outskirts, hometowns?, born and raised, expats?,
    emigrat\\w+, immigrat\\w+, relocat\\w+, tropical climates?, sunny (?:places|days|weather),
    rainy (?:places|days|weather), rain, fog, storms?, monsoon, spring weather, autumn weather, four seasons,
    off the grid, farms?, ranch(?:es)?, forests?, woods, lakes, rivers
"""),
    "culture": alternatives("""
    castles?, palaces?, cathedrals?, temples?, ruins, archaeolog\\w+, architecture, sculptures, paintings by,
    impressionis\\w+, renaissance, baroque, modern art, contemporary art, street art, photograph exhibitions?, diwali,
    christmas, hanukkah, ramadan, eid, easter, thanksgiving, lunar new year, chinese new year, halloween, carnival,
    oktoberfest, holidays? traditions?, rituals?, ancestry, roots in, folk dances?, mytholog\\w+, antiquity, medieval,
    world war, philosoph\\w+, linguistics, anthropolog\\w+, customs
"""),
    "values": alternatives("""
    boycott\\w*, animal testing, test(?:ed)? on animals,
    animal rights, human rights, feminis\\w+, lgbt\\w*, activis\\w+, volunteer work, donat\\w+, single-use plastics?,
    plastic-free, zero[- ]waste, carbon footprint, climate (?:change|action), environment\\w*, eco-friendly,
    fair[- ]trade, cruelty-free, ethical\\w*, moral\\w*, integrity, loyalty, kindness, humility, gratitude,
    meditat\\w+, mindful\\w*, buddhis[mt]s?, christian\\w*, muslims?, islam, jewish, judaism, hindu\\w*, atheis[mt]s?,
    agnostic, mosques?, synagogues?, bible, quran, pray(?:s|ing|ers?)?, vot(?:e|es|ing), democra\\w+, liberal\\w*,
    conservative\\w*, libertarian\\w*, socialis\\w+, minimalis(?:m|ts?)\\b(?! furniture), family first,
    work-life balance, independence, transparency
"""),
}
