const verbs = [
  "read",
  "parse",
  "check",
  "remove",
  "merge",
  "encode",
  "retry",
  "render",
  "schedule",
  "resolve",
  "split",
];
const nouns = ["request", "session", "header", "account", "invoice", "message", "folder", "token", "window", "report"];

/** A generated TypeScript file of about 4 KB, similar to the others but not equal. */
export function sourceFile(index: number): string {
  const names = Array.from({ length: 8 }, (_, part) => nameOf(index * 8 + part));
  const functions = names.map(
    (
      name,
      part,
    ) => `/** ${name} number ${index}: used where a ${nouns[part % nouns.length]} is expired or incomplete. */
export function ${name}(input: readonly string[], options: { limit: number; strict?: boolean }): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [position, text] of input.entries()) {
    if (options.strict && text.trim() === "") throw new Error(\`empty at \${position} of ${name}\`);
    if (counts.size >= options.limit) break;
    counts.set(text, (counts.get(text) ?? ${part}) + ${index});
  }
  return counts;
}
`,
  );
  return `import { ${names[0]} as first } from "./module-${index + 1}.ts";\n\n${functions.join("\n")}\nexport const start = first;\n`;
}

function nameOf(seed: number): string {
  const verb = verbs[seed % verbs.length] ?? "read";
  const noun = nouns[Math.floor(seed / verbs.length) % nouns.length] ?? "request";
  return `${verb}${noun.charAt(0).toUpperCase()}${noun.slice(1)}${seed % 97}`;
}
