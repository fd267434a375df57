import { expect, test } from "vitest";
import { safePath, withSuffix } from "./safe-path.ts";

test.each([
  "../x.md",
  "rules/../../x.md",
  "/etc/passwd",
  "rules//x.md",
  "C:/x.md",
  "rules\\..\\x.md",
  "rules/x\u0000.md",
  "rules/\u202Exdm.exe",
  "rules/con.md",
  "rules/x. ",
  "rules/.",
  "",
  `rules/${"x".repeat(200)}.md`,
])("%j is refused", (path) => {
  expect(safePath(path)).toBeUndefined();
});

test("ordinary paths stay unchanged", () => {
  expect(safePath("rules/cline/style guide.md")).toBe("rules/cline/style guide.md");
  expect(safePath("skills", "pdf", "SKILL.md")).toBe("skills/pdf/SKILL.md");
});

test("a suffix goes before the extension", () => {
  expect(withSuffix("rules/style.md", "-imported")).toBe("rules/style-imported.md");
  expect(withSuffix("rules/LICENSE", "-imported")).toBe("rules/LICENSE-imported");
  expect(withSuffix("skills/a.b/x.tar.gz", "-imported")).toBe("skills/a.b/x.tar-imported.gz");
  expect(withSuffix("rules/.hidden", "-imported")).toBe("rules/.hidden-imported");
});
