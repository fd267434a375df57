// One of the servers of MCP benchmarks, as a process.
import { serveOffice } from "../src/mcp/server/serve-office.ts";
import { officeServerKinds } from "../src/mcp/server/server-kinds.ts";

const [kind, state = ""] = process.argv.slice(2);
const known = officeServerKinds.find((one) => one === kind);
if (known) await serveOffice(known, state);
