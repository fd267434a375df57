import { expect, it } from "vitest";
import { decodeCommand } from "./decode-command.ts";

it.each([
  ["npm test &amp;&amp; echo ok", "npm test && echo ok"],
  ["make 2&gt;&amp;1 | tee log", "make 2>&1 | tee log"],
  ["echo &quot;a b&quot; &gt; out.txt", 'echo "a b" > out.txt'],
])("takes %j for %j", (command, meant) => {
  expect(decodeCommand(command)).toBe(meant);
});

it.each([
  "echo plain",
  "grep '&amp;' page.html",
  'sed -i "s/&lt;/</g" page.html',
  "cat > a.html <<'END'\n<p>&amp;</p>\nEND",
  "a && echo &amp;",
])("leaves %j as it is", (command) => {
  expect(decodeCommand(command)).toBe(command);
});
