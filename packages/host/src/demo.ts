export { demoProject, demoPrompt, demoScript } from "./demo/demo-project.ts";
