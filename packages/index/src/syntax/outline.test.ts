import { describe, expect, it } from "vitest";
import { createOutline } from "./outline.ts";

const code = createOutline();

/** Per file name: its text and its definitions, indented by depth. */
const samples: Record<string, readonly [source: string, found: string]> = {
  "a.ts": [
    "export const a = 1;\nconst f = () => 1, g = 2;\nexport class A {\n  x = () => 1;\n  m() {\n    return 1;\n  }\n}\ninterface I {\n  z(): void;\n}\ntype T = 1;\nenum E {}\nnamespace N {\n  function inner() {}\n}\nabstract class B {\n  abstract q(): void;\n}\ndeclare function d(): void;\nfunction* gen() {}\n",
    "constant a 1-1\nfunction f 2-2\nconstant g 2-2\nclass A 3-8\n  method x 4-4\n  method m 5-7\ninterface I 9-11\n  method z 10-10\ntype T 12-12\nenum E 13-13\nnamespace N 14-16\n  function inner 15-15\nclass B 17-19\n  method q 18-18\nfunction d 20-20\nfunction gen 21-21",
  ],
  "a.tsx": ["export function View() {\n  return <p>hi</p>;\n}\n", "function View 1-3"],
  "a.js": [
    "class A {\n  #p() {}\n  x = () => 1;\n}\nexports.f = function () {};\nvar v = function () {};\n",
    "class A 1-4\n  method #p 2-2\n  method x 3-3\nfunction exports.f 5-5\nfunction v 6-6",
  ],
  "a.vue": [
    '<template><p/></template>\n<script setup lang="ts">\nfunction f(): void {}\n</script>\n',
    "function f 3-3",
  ],
  "a.svelte": ["<script>\n  let x = 1;\n  function f() {}\n</script>\n<p>hi</p>\n", "constant x 2-2\nfunction f 3-3"],
  "a.py": [
    "X = 1\nclass A:\n    @property\n    def m(self):\n        pass\n\nasync def f():\n    def g(): pass\n",
    "constant X 1-1\nclass A 2-5\n  method m 4-5\nfunction f 7-8\n  function g 8-8",
  ],
  "a.go": [
    "package a\nconst X = 1\nvar Y = 2\ntype S struct {\n\tx int\n}\ntype I interface{ M() }\ntype A int\nfunc f() {}\nfunc (s *S) M() {}\n",
    "constant X 2-2\nvariable Y 3-3\nstruct S 4-6\ninterface I 7-7\ntype A 8-8\nfunction f 9-9\nmethod M 10-10",
  ],
  "a.rs": [
    "pub struct S;\nenum E { A }\ntrait T { fn t(&self); }\nimpl T for S {\n    fn t(&self) {}\n}\nmod m { const C: u8 = 1; }\nmacro_rules! mac { () => {} }\n",
    "struct S 1-1\nenum E 2-2\ntrait T 3-3\n  method t 3-3\nimpl S 4-6\n  method t 5-5\nmodule m 7-7\n  constant C 7-7\nmacro mac 8-8",
  ],
  "A.java": [
    "@Foo\npublic class A<T> {\n  A() {}\n  int m() { return 1; }\n  enum E { X }\n  record R(int x) {}\n}\ninterface I { void z(); }\n",
    "class A 2-7\n  constructor A 3-3\n  method m 4-4\n  enum E 5-5\n  record R 6-6\ninterface I 8-8\n  method z 8-8",
  ],
  "a.c": [
    "#define M(x) x\nstruct s { int x; };\ntypedef struct { int y; } t;\nenum e { A };\nstatic int *f(void) {\n  return 0;\n}\nint g(int);\n",
    "macro M 1-1\nstruct s 2-2\ntype t 3-3\nenum e 4-4\nfunction f 5-7\nfunction g 8-8",
  ],
  "a.cpp": [
    "namespace n {\nclass A {\n  A();\n  ~A() {}\n  int m() const;\n  int& r() { return x; }\n};\nint A::m() const { return 1; }\ntemplate <typename T> T f(T a) { return a; }\nusing X = int;\n}\n",
    "namespace n 1-11\n  class A 2-7\n    method A 3-3\n    method ~A 4-4\n    method m 5-5\n    method r 6-6\n  function A::m 8-8\n  function f 9-9\n  type X 10-10",
  ],
  "a.cs": [
    "namespace N {\npublic class A {\n  public A() {}\n  public int P { get; set; }\n  public int M() => 1;\n}\nrecord R(int x);\ninterface I { void Z(); }\n}\n",
    "namespace N 1-9\n  class A 2-6\n    constructor A 3-3\n    property P 4-4\n    method M 5-5\n  record R 7-7\n  interface I 8-8\n    method Z 8-8",
  ],
  "a.rb": [
    "module A\n  class B < C\n    X = 1\n    def m; end\n    def self.s; end\n  end\nend\n",
    "module A 1-7\n  class B 2-6\n    constant X 3-3\n    method m 4-4\n    method s 5-5",
  ],
  "a.php": [
    "<?php\nnamespace A;\ninterface I { function z(); }\nclass B {\n  public function m() {}\n}\ntrait T {}\nenum E { case A; }\nfunction f() {}\n",
    "interface I 3-3\n  method z 3-3\nclass B 4-6\n  method m 5-5\ntrait T 7-7\nenum E 8-8\nfunction f 9-9",
  ],
  "a.swift": [
    "class A: B {\n  init(x: Int) {}\n  func b() -> Int { return 1 }\n}\nstruct S {}\nenum E { case a }\nextension A { func c() {} }\nprotocol P { func d() }\ntypealias T = Int\n",
    "class A 1-4\n  constructor init 2-2\n  method b 3-3\nstruct S 5-5\nenum E 6-6\nextension A 7-7\n  method c 7-7\nprotocol P 8-8\n  method d 8-8\ntype T 9-9",
  ],
  "a.kt": [
    "class A(val x: Int) {\n  fun b(): Int = 1\n}\nobject O {}\ninterface I { fun z() }\ntypealias T = Int\nval top = 1\nenum class E { A }\nfun T.ext() {}\n",
    "class A 1-3\n  method b 2-2\nobject O 4-4\ninterface I 5-5\n  method z 5-5\ntype T 6-6\nconstant top 7-7\nenum E 8-8\nfunction ext 9-9",
  ],
  "a.scala": [
    "class A(x: Int) {\n  def m(): Int = 1\n}\nobject O\ntrait T { def d: Int }\nenum E { case A }\ndef top = 1\n",
    "class A 1-3\n  method m 2-2\nobject O 4-4\ntrait T 5-5\n  method d 5-5\nenum E 6-6\nfunction top 7-7",
  ],
  "a.lua": [
    "function a() end\nlocal function b() end\nfunction M:d() end\nM.e = function() end\n",
    "function a 1-1\nfunction b 2-2\nfunction M:d 3-3\nfunction M.e 4-4",
  ],
  "a.sh": ["f() { echo; }\nfunction g {\n  echo\n}\n", "function f 1-1\nfunction g 2-4"],
  "a.ex": [
    "defmodule A.B do\n  def f(x), do: x\n  defp g(x) when x > 1 do\n    x\n  end\n  def h do\n    1\n  end\nend\n",
    "module A.B 1-9\n  function f 2-2\n  function g 3-5\n  function h 6-8",
  ],
  "a.hs": [
    "module M where\ndata A = B | C\nnewtype N = N Int\ntype T = Int\nclass K a where\n  f :: a -> Int\ninstance K A where\n  f _ = 1\ng :: Int -> Int\ng x = x + 1\n",
    "data A 2-2\nnewtype N 3-3\ntype T 4-4\nclass K 5-6\n  method f 6-6\ninstance K 7-8\n  method f 8-8\nfunction g 10-10",
  ],
  "a.ml": [
    "let f a b = a + b\ntype t = A | B\nmodule M = struct\n  let y = 2\nend\nexception E\n",
    "value f 1-1\ntype t 2-2\nmodule M 3-5\n  value y 4-4\nexception E 6-6",
  ],
  "a.dart": [
    "class A extends B {\n  A(this.x);\n  int m() {\n    return 1;\n  }\n  int get g => 1;\n}\nenum E { a }\nmixin M {}\nvoid top() {\n}\n",
    "class A 1-7\n  constructor A 2-2\n  method m 3-5\n  method g 6-6\nenum E 8-8\nmixin M 9-9\nfunction top 10-11",
  ],
  "a.zig": [
    'pub const S = struct {\n    pub fn m(self: S) void {}\n};\nfn f() void {}\ntest "works" {}\nconst E = enum { a };\nconst x = 1;\n',
    "struct S 1-3\n  method m 2-2\nfunction f 4-4\ntest works 5-5\nenum E 6-6\nconstant x 7-7",
  ],
  "a.R": [
    "f <- function(x) {\n  x\n}\ng = function() 1\nsetClass('A')\n",
    "function f 1-3\nfunction g 4-4\nclass A 5-5",
  ],
  "a.sql": [
    "CREATE TABLE a.users (id int);\nCREATE VIEW v AS SELECT 1;\nCREATE FUNCTION f() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql;\nCREATE INDEX i ON users (id);\n",
    "table a.users 1-1\nview v 2-2\nfunction f 3-3\nindex i 4-4",
  ],
  "a.html": ["<body id=\"main\">\n<h1 id='title'>Hi</h1>\n</body>\n", "element main 1-3\n  element title 2-2"],
  "a.css": [
    ".b, #c > d { color: red }\n@media print {\n  .a { x: y }\n}\n@keyframes k { from { a: b } }\n",
    "rule .b, #c > d 1-1\nmedia print 2-4\n  rule .a 3-3\nkeyframes k 5-5",
  ],
  "a.md": ["# A\ntext\n## B\n```\n# no\n```\n# C\n", "heading A 1-6\n  heading B 3-6\nheading C 7-7"],
  "a.yaml": ['a: 1\nb:\n  c: 2\n"q": 3\n', "key a 1-1\nkey b 2-3\nkey q 4-4"],
  "a.toml": ["x = 1\n[t]\ny = 1\n[t.u]\n[[w]]\n", "key x 1-1\ntable t 2-3\ntable t.u 4-4\ntable w 5-5"],
  "a.json": ['{\n  "a": 1,\n  "b": { "c": 2 }\n}\n', "key a 2-2\nkey b 3-3"],
};

describe("the outline", () => {
  it.each(Object.entries(samples))("finds the definitions of %s", async (path, [source, found]) => {
    const shown = (await code.outline(path, source))?.map(
      ({ kind, name, line, endLine, depth }) => `${"  ".repeat(depth)}${kind} ${name} ${line}-${endLine}`,
    );
    expect(shown?.join("\n")).toBe(found);
  });
});

describe("the outline of difficult files", () => {
  it("finds definitions in broken code", async () => {
    const found = await code.outline("a.ts", "class A {\n  m() { if ( }\n}\n<<<<<<< HEAD\nfunction other() {}\n");
    expect(found?.map(({ name }) => name)).toContain("other");
  });

  it("shows the line with the name, not the annotation before it", async () => {
    const [found] = (await code.outline("A.java", "@Foo(\n  1)\npublic class A {}\n")) ?? [];
    expect(found).toEqual({ kind: "class", name: "A", line: 3, endLine: 3, depth: 0, signature: "public class A {}" });
  });

  it("skips unknown languages and very large files", async () => {
    expect(await code.outline("a.unknown", "x")).toBeUndefined();
    expect(await code.outline("Makefile", "x:\n")).toBeUndefined();
    expect(await code.outline("a.ts", "const a = 1;\n".repeat(90_000))).toBeUndefined();
    expect(await code.outline("a.ts", "")).toEqual([]);
  });

  it("skips files that are nested too deeply, and keeps working afterwards", async () => {
    for (const path of ["a.cpp", "a.ts", "a.json", "a.swift", "a.hs"]) {
      expect(await code.outline(path, "{".repeat(100_000))).toBeUndefined();
    }
    expect(await code.outline("a.hs", `f = ${"(".repeat(60)}1\n`)).toBeDefined();
    expect(await code.outline("a.cpp", "int f() { return 1; }")).toHaveLength(1);
  });

  it.each(["> ", "- ", ">", "1. "])("survives Markdown of %j in many levels", async (block) => {
    expect(await code.outline("a.md", `# A\n${block.repeat(5000)}x\n`)).toBeUndefined();
    expect(await code.outline("a.md", `# A\n${block.repeat(50)}x\n`)).toHaveLength(1);
  });

  it("frees what it parsed", async () => {
    const source = "export function f() {\n  return 1;\n}\n".repeat(500);
    for (let round = 0; round < 20; round += 1) await code.outline("a.ts", source);
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 100; round += 1) await code.outline("a.ts", source);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});
