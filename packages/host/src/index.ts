export { measureTools, type ToolMetrics } from "@roo-code/engine";
export { chooseProvider, type ProviderReadiness, providerReadiness } from "./choose-provider.ts";
export { createHost, type Host, type HostOptions, type RunOptions } from "./create-host.ts";
export { findTask } from "./find-task.ts";
export { ripgrepPath } from "./ripgrep-path.ts";
export { rooHome } from "./roo-home.ts";
export { TaskSession } from "./task-session.ts";
