"""English words whose forms have no stem in common, and words that are spelled in two ways.

Each is the stem that PostgreSQL's English dictionary makes of it: "choos" is what choose, chooses and choosing share.
Left out is what is mostly another word, or shares its stem with one: left (not right), rose (a flower), sat (Saturday),
found (to found), rang (range), met (meeting), won (won't), people (personal), led (a light), litre (literal),
organise (organic).
"""

VERBS = """
begin began begun, becom becam, bite bitten, blow blew blown, break broke broken, bring brought, build built, buy
bought, catch caught, choos chose chosen, come came, deal dealt, dig dug, draw drawn, dream dreamt, drink drank drunk,
drive drove driven, eat ate eaten, fall fallen, feed fed, feel felt, fight fought, fli flew flown, forget forgot
forgotten, forgiv forgav forgiven, freez froze frozen, get got gotten, give gave given, go went gone, grow grew grown,
hang hung, hear heard, hide hid hidden, hold held, keep kept, know knew known, learn learnt, lose lost, make made,
mean meant, overcom overcam, pay paid, ride rode ridden, run ran, say said, see saw seen, seek sought, sell sold, send
sent, shake shook shaken, shrink shrank shrunk, sing sang sung, sink sank sunk, sleep slept, speak spoke spoken, spend
spent, stand stood, steal stole stolen, stick stuck, swear swore sworn, sweep swept, swim swam swum, swing swung, take
took taken, teach taught, tear tore torn, tell told, think thought, throw threw thrown, understand understood, wake
woke woken, wear wore worn, weav wove woven, weep wept, withdraw withdrew withdrawn, write wrote written
"""
NOUNS = """
child children, foot feet, goos gees, half halv, knife knive, loaf loav, man men, mous mice, scarf scarv, shelf shelv,
thief thiev, tooth teeth, wife wive, wolf wolv, woman women
"""
SPELLINGS = """
airplan aeroplan, aluminum aluminium, analyz analys, anesthesia anaesthesia, apolog apologis, armor armour, behavior
behaviour, catalog catalogu, center centr, color colour, counselor counsellor, cozi cosi, custom customis, defens
defenc, donut doughnut, encyclopedia encyclopaedia, favor favour, favorit favourit, fiber fibr, flavor flavour, gray
grey, harbor harbour, honor honour, humor humour, jewelri jewelleri, kilomet kilometr, labor labour, licens licenc,
maneuv manoeuvr, memor memoris, meter metr, mom mum, mustach moustach, neighbor neighbour, pajama pyjama, pediatr
paediatr, practic practis, priorit prioritis, program programm, realiz realis, recogn recognis, rumor rumour, skeptic
sceptic, special specialis, summar summaris, theater theatr, vapor vapour, yogurt yoghurt
"""
