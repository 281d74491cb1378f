// memoryweb as OpenClaw's memory: a recall before each turn, what the person said for memoryweb to read, three tools.
//
// It never stops a turn: without an answer in time nothing is added. What it says and saves is the agent's word; only the
// person decides, on Review.

const LIMIT = 800; // milliseconds that a turn waits at most, unless `limit` says otherwise
const TOOL_LIMIT = 10_000; // milliseconds that a tool waits
const QUERY_MAX = 1000; // characters
const TEXT_MAX = 10_000; // characters of a message that are recorded
const SESSIONS_MAX = 200; // whose last turn is kept
const KEY_MAX = 120; // characters of an idempotency key
const INTRODUCTION = "What the user wants you to know and do. It comes from memoryweb, so don’t save it again.";
const OWN = /<memoryweb>[\s\S]*?<\/memoryweb>/g;
const SHARED = /:(group|channel|room|thread):/; // a session that other people read too

class MemoryWeb {
  constructor({ url = process.env.MEMORYWEB_URL, token = process.env.MEMORYWEB_TOKEN, limit = LIMIT }) {
    this.url = (url || "http://127.0.0.1:8000").replace(/\/+$/, "");
    this.token = token;
    this.limit = limit;
  }

  async call(operation, given, { limit = this.limit, key = "" } = {}) {
    const headers = { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" };
    if (key) headers["Idempotency-Key"] = key;
    const response = await fetch(`${this.url}/api/v1/tools/${operation}`, {
      method: "POST", headers, body: JSON.stringify(given),
      redirect: "error", // the token would go to another server
      signal: AbortSignal.timeout(limit),
    });
    const answer = await response.json();
    if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
    return answer.data;
  }
}

const text = (description) => ({ type: "string", description });
const number = (description) => ({ type: "number", description });
// What an agent may suggest beside the words: the person sees it with the question.
const SUGGESTIONS = {
  source: text("How you know: instruction, correction, behaviour, pattern, inference, weak or uncertain."),
  kind: text("What it is: fact, preference, goal, habit, event, rule or context."),
  importance: number("0 to 10."), confidence: number("0 to 1."),
  ttl_days: { type: "integer", description: "Days until it is archived." },
  valid_until: text("The last day on which it is true, YYYY-MM-DD."),
  applies_to: { type: "array", items: { type: "string" }, description: "Kinds of work or skills that need it." },
  if_version: { type: "integer", description: "The version you read. If it has changed since, nothing is saved." },
};

// Only the person's own words, alone with the agent: in a group others would read what is remembered of them, and what
// others say is not theirs.
function isOwn(context, senders) {
  const origin = context.inputProvenance?.kind ?? "external_user";
  if (origin !== "external_user" || (context.trigger && context.trigger !== "user")) return false;
  if (SHARED.test(context.sessionKey ?? "")) return false;
  return !context.senderId || senders.includes(context.senderId);
}

function register(api) {
  const { senders = [], record = true, ...where } = api.pluginConfig ?? {};
  const memory = new MemoryWeb(where);
  const turns = new Map(); // by session: the turn's id and its recall, because a prompt can be built again

  // A session begins with what holds for any work; each turn brings what its words need, and nothing comes twice.
  async function recall(session, words, begins) {
    const once = session && { run: session, only_new: true };
    const start = begins ? [{ task_type: "any_work", ...once }] : [];
    const blocks = [];
    for (const given of [...start, { query: words.slice(-QUERY_MAX), ...once }]) {
      const recalled = await memory.call("recall_preferences", given);
      if (recalled.items.length) blocks.push(recalled.block);
    }
    if (!blocks.length) return undefined;
    return { prependContext: ["<memoryweb>", INTRODUCTION, ...blocks, "</memoryweb>"].join("\n") };
  }

  async function keep(session, turn, words) {
    const said = [{ role: "user", content: words.slice(0, TEXT_MAX) }];
    const given = { conversation_id: session, messages: said, adds: true, goes_on: true };
    await memory.call("record_conversation", given, { key: turn && `${session}:${turn}`.slice(-KEY_MAX) });
  }

  function goOn(what) {
    return (error) => { api.logger?.warn?.(`memoryweb: no ${what}: ${error.name}`); };
  }

  api.registerMemoryCapability({});

  api.on("before_prompt_build", async (event, context) => {
    const words = (event.currentUserMessage ?? event.prompt ?? "").replace(OWN, "").trim();
    if (!memory.token || !words || !isOwn(context, senders)) return undefined;
    const session = context.sessionId ? `openclaw:${context.sessionId}`.slice(0, 120) : "";
    const turn = event.currentUserMessageId ?? context.runId ?? "";
    const last = turns.get(session);
    if (session && turn && last?.turn === turn) return last.recalled;
    const recalled = recall(session, words, session && !last).catch(goOn("recall"));
    turns.delete(session);
    turns.set(session, { turn, recalled });
    if (turns.size > SESSIONS_MAX) turns.delete(turns.keys().next().value);
    const kept = record && session ? keep(session, turn, words).catch(goOn("record")) : undefined;
    return (await Promise.all([recalled, kept]))[0];
  }, { timeoutMs: 2 * memory.limit });

  function addTool(name, description, properties, required, run) {
    api.registerTool({
      name, description, label: name, parameters: { type: "object", properties, required, additionalProperties: false },
      async execute(_id, given) {
        const details = await run(given);
        return { content: [{ type: "text", text: JSON.stringify(details) }], details };
      },
    });
  }

  addTool("memory_search", "Search what the user lets you know about them, by words or by a whole question.",
    { query: text("What to look for.") }, ["query"],
    ({ query }) => memory.call("search_user_preferences", { query: query.slice(0, QUERY_MAX) }, { limit: TOOL_LIMIT }));
  addTool("memory_get", "List what the user lets you know about them, the newest change first.",
    { category: text("Only this category.") }, [],
    ({ category }) => memory.call("get_user_preferences", category ? { category } : {}, { limit: TOOL_LIMIT }));
  addTool("memory_save", "Report what the user told you about themselves. They are asked first: do not ask them yourself.",
    {
      category: text("For example technical, dietary or personal."), preference: text("A short label."),
      details: text("A full sentence."), quote: text("The user’s own words."),
      ...SUGGESTIONS,
    },
    ["category", "preference", "details"],
    (given) => memory.call("save_user_preference", given, { limit: TOOL_LIMIT }));
}

export default { id: "memoryweb", name: "memoryweb", description: "memoryweb as OpenClaw's memory.", register };
