export { demoNode, demoProject, demoPrompt } from "./demo/demo-project.ts";
export { demoScript } from "./demo/demo-script.ts";
