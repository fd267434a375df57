// `pnpm bench <name>`: prints figures next to a reference measured in the same run.
const benches = {
  budget: "start, turns, memory and MCP servers next to the floor, compared with earlier runs",
  counts: "what npm test counts: modules, bytes, system calls, syncs and processes, next to their ceilings",
  startup: "time until roo answers, and until its first request is sent",
  install: "the installed CLI and the single executable next to bin/roo; what an installation consists of",
  turn: "overhead per turn",
  peers: "the rows of the budget for other agents, installed from npm into a temporary folder",
  log: "durable appends and replay of the event log",
  memory: "a task of a thousand turns",
  stream: "ten megabytes of deltas in every wire format",
  tools: "edits, reading, commands, browser, code index (all, or those you name)",
  history: "list and search over a thousand tasks",
  context: "facts kept by three condensations, stable request prefixes, cost of measuring",
  snapshots: "snapshots of 100,000 files, next to bare git",
  policy: "verdicts on commands: speed, bounds, and a comparison with real bash",
  sandbox: "a sandboxed command, and 32 agents at once, next to bare bwrap",
  ipc: "commands and events over a socket, next to a bare echo",
  server:
    "idle and busy sessions, clients that do not read, startup with a thousand tasks, requests next to bare Fastify",
  evals: "a thousand synthetic trials: counts, overhead, trials per minute",
  mcp: "a call, a start and an idle server, next to the bare SDK",
  sdk: "importing the SDK, the first request, added per turn, fifty agents in one process",
  web: "the workbench in a browser: bytes, a long task, typing while a reply streams, memory",
  crash: "five tasks killed at every event, resumed each time",
};

const [name, ...rest] = process.argv.slice(2);
// Other agents are only measured on request: they are downloaded.
const chosen = name === "all" ? Object.keys(benches).filter((bench) => bench !== "peers") : [name];
if (!chosen.every((bench) => bench in benches)) {
  console.error(
    `pnpm bench <name>, or all:\n${Object.entries(benches)
      .map(([bench, about]) => `  ${bench.padEnd(8)} ${about}`)
      .join("\n")}`,
  );
  process.exit(2);
}
for (const bench of chosen) {
  const { run } = await import(`./${bench}.ts`);
  await run(rest);
}
