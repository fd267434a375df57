export { builtinTools } from "./builtin-tools.ts";
export { translateCall } from "./translate-call.ts";
