// Direct access to models, for programs that need no task.
export { RooClient, type RooClientOptions } from "@roo-code/providers";
