// What OpenClaw gives a plugin, as far as this one uses it: a JSON line in, a JSON line out.
import { createInterface } from "node:readline";

const [, , plugin, settings] = process.argv;
const tools = {};
const hooks = {};
const { default: entry } = await import(plugin);
entry.register({
  pluginConfig: JSON.parse(settings),
  logger: { warn: (line) => console.error(line) },
  registerMemoryCapability: () => {},
  registerTool: (tool) => { tools[tool.name] = tool; },
  on: (name, handler) => { hooks[name] = handler; },
});

async function answer({ turn, context, tool, given }) {
  if (turn) return (await hooks.before_prompt_build(turn, context)) ?? null;
  return tool ? (await tools[tool].execute("1", given)).details : Object.keys(tools);
}

for await (const line of createInterface({ input: process.stdin })) {
  const began = performance.now();
  const result = await answer(JSON.parse(line)).catch((error) => ({ failed: error.message }));
  console.log(JSON.stringify({ result, seconds: (performance.now() - began) / 1000 }));
}
