import { describeBuiltIn } from "./built-in.ts";

await describeBuiltIn("python");
