import * as fc from "fast-check";

/** A file with an error that must be reported. */
export interface BrokenFile {
  readonly content: string | Uint8Array;
  /** For kinds of files whose name matters. */
  readonly name?: string;
}

const word = fc.stringMatching(/^[a-z]{1,12}$/);
const prose = fc.string({ unit: "grapheme", maxLength: 200 }).map((text) => text.replaceAll("\0", ""));
const notText = fc.oneof(fc.integer(), fc.boolean(), fc.constant([1]), fc.constant({ a: { b: 1 } }));
const binary = fc
  .uint8Array({ minLength: 1, maxLength: 300 })
  .map((bytes) => Uint8Array.from([...bytes, 0]))
  .map((content): BrokenFile => ({ content }));

/** Neither YAML nor JSON: a bracket or quote that never closes. */
const brokenYaml = fc
  .tuple(fc.constantFrom("[", "{", '"', "'", "{a: [", "&x *y ", "!<tag> ", "- a\nb: ", "a: b: c: "), word)
  .map(([opening, rest]) => `customModes:\n  - ${opening}${rest}\n x: *nowhere\n`);

const badPatterns = [
  "(",
  "[",
  "(a+)+$",
  "(a|a)*b",
  "(.*,)*x",
  "(\\w+\\s?)*$",
  "a**",
  "(?<x",
  ".*.*.*.*.*.*x",
  "(a)\\1",
];

/** One fault in one mode: a key that is missing, of another type or with an invalid value. */
const faultyMode = fc
  .record({ slug: word, name: word, key: fc.constantFrom("name", "roleDefinition", "groups"), wrong: notText, prose })
  .chain(({ slug, name, key, wrong, prose: roleDefinition }) => {
    const good = { name, roleDefinition: `You ${roleDefinition}`, groups: ["read"] };
    const { [key]: _, ...without } = good as Record<string, unknown>;
    const badWrong = key === "groups" && Array.isArray(wrong) ? [[1]] : wrong;
    return fc.oneof(
      fc.constant(without),
      fc.constant({ ...good, [key]: badWrong }),
      fc.constant({ ...good, slug: `${slug}/..` }),
      fc.constant({ ...good, groups: [`no-${slug}`] }),
      fc.constant({ ...good, groups: ["edit", ["edit", {}]] }),
      fc.constant({ ...good, [`un${slug}known`]: true }),
      fc.constant({ ...without, promptFile: `${slug}.md`, roleDefinition: undefined }),
      fc.constantFrom(...badPatterns).map((fileRegex) => ({ ...good, groups: [["edit", { fileRegex }]] })),
    );
  });

export const brokenModes = fc.oneof(
  binary,
  brokenYaml.map((content) => ({ content })),
  fc.oneof(notText, fc.array(prose)).map((value) => ({ content: JSON.stringify(value) })),
  faultyMode.map((mode) => ({ content: JSON.stringify(mode) })),
  faultyMode.map((mode) => ({ content: JSON.stringify({ customModes: [{ slug: "x", ...mode }] }) })),
);

export const brokenRules = fc.oneof(
  binary,
  fc.integer({ min: 100_001, max: 130_000 }).map((length) => ({ content: "r".repeat(length) })),
);

const frontmatter = (lines: string, body: string): BrokenFile => ({ content: `---\n${lines}\n---\n${body}` });
const brokenLines = fc.oneof(
  fc.constantFrom("description: [", "a: b: c", "- a\n- b", '"unclosed', "description: *none", "? [a]\n: b", "@x: y"),
  word.map((text) => `description: {${text}`),
);

export const brokenCommands = fc.oneof(
  binary,
  fc.tuple(brokenLines, prose).map(([lines, body]) => frontmatter(lines, body)),
  word.map((text) => ({ content: `---\ndescription: ${text}\nno end of it` })),
  notText
    .filter((value) => !Array.isArray(value))
    .map((value) => frontmatter(`description: ${JSON.stringify(value)}`, "Do it.")),
  word.map((text) => frontmatter(`description: ${text}`, " \n")),
  fc
    .tuple(word, fc.constantFrom(" ", "é", "$", "(", "日"))
    .map(([text, odd]) => ({ content: "Do it.", name: text + odd })),
);

export const brokenSkills = fc.oneof(
  binary,
  prose.map((content) => ({ content: `Skill. ${content}` })),
  fc.tuple(brokenLines, prose).map(([lines, body]) => frontmatter(lines, body)),
  word.map((text) => frontmatter(`name: ${text}-other\ndescription: d`, "Do it.")),
  word.map((text) => ({ ...frontmatter(`name: ${text}`, "Do it."), name: text })),
  notText.map((value) => frontmatter(`name: ${JSON.stringify(value)}\ndescription: d`, "Do it.")),
  word.map((text) => ({ ...frontmatter(`name: ${text}_x\ndescription: d`, "Do it."), name: `${text}_x` })),
);

const faultyServer = fc.oneof(
  notText.filter((value) => typeof value !== "object"),
  prose,
  fc.constantFrom(
    {},
    { type: "stdio" },
    { url: 1 },
    { type: "sse", url: "" },
    { command: "x", url: "https://a.example" },
  ),
  notText.map((args) => ({ command: "x", args: [args] })),
  notText.filter((value) => typeof value !== "object" || Array.isArray(value)).map((env) => ({ command: "x", env })),
  fc.oneof(fc.integer({ min: 3_601 }), fc.integer({ max: 0 }), prose).map((timeout) => ({ command: "x", timeout })),
  word.map((type) => ({ command: "x", type: `no-${type}` })),
);

export const brokenServers = fc.oneof(
  binary,
  prose.filter((text) => !isJson(text)).map((content) => ({ content })),
  fc.oneof(notText, fc.array(prose)).map((value) => ({ content: JSON.stringify(value) })),
  faultyServer.map((server) => ({ content: JSON.stringify({ mcpServers: { x: server } }) })),
  fc
    .tuple(word, fc.integer({ min: 1, max: 30 }))
    .map(([text, cut]) => ({ content: JSON.stringify({ mcpServers: { [text]: { command: text } } }).slice(0, -cut) })),
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
