/** What comes with the program. */
export const builtinSuites = [
  { name: "roo-first", description: "one small problem in five languages, to see that everything works" },
  { name: "roo-mini", description: "ten problems from easy to hard, each in Go, Java, JavaScript, Python and Rust" },
  { name: "roo-agentic", description: "ten repairs and features in small projects of several files" },
] as const;
