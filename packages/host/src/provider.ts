// Direct access to models, for programs that need no task.
export { RooClient } from "@roo-code/providers";
