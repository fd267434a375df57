// Runs one of the servers for MCP benchmarks in a process.

import { officeServerKinds } from "../src/mcp/office.ts";
import { serveOffice } from "../src/mcp/serve-office.ts";

const [kind, state = ""] = process.argv.slice(2);
const known = officeServerKinds.find((one) => one === kind);
if (known) await serveOffice(known, state);
