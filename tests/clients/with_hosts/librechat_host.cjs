// Reads a librechat.yaml as LibreChat does, and prints what it takes of it.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const load = createRequire(`${__dirname}/packages/`);

const { configSchema } = load("librechat-data-provider");
const read = configSchema.safeParse(load("yaml").parse(readFileSync(0, "utf8")));
console.log(JSON.stringify(read.success ? read.data.mcpServers : { failed: read.error.issues }));
