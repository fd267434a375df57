import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluate } from "./mini-sheet.js";

function expectFormulas(cases, cells = {}) {
  for (const [text, want] of Object.entries(cases)) assert.equal(evaluate({ ...cells, Z99: text }).Z99, want, text);
}

test("numbers and texts", () => {
  const cells = { A1: "7", A2: "-007", A3: "-0", B1: "seven", B2: "", B3: "+1", B4: " 1", B5: "1.5" };
  assert.deepEqual(evaluate(cells), { ...cells, A2: "-7", A3: "0" });
});

test("arithmetic", () => {
  expectFormulas({
    ...{
      "=1+2*3": "7",
      "=(1+2)*3": "9",
      "=10-4-3": "3",
      "=24/4/2": "3",
      "=2*-3": "-6",
      "=--5": "5",
      "=-2*-(1+1)": "4",
    },
    ...{
      "= 1 +  2 ": "3",
      "=7/2": "3",
      "=-7/2": "-3",
      "=7/-2": "-3",
      "=007": "7",
      "=0-0": "0",
      "=0*-1": "0",
      "=-1/2": "0",
    },
  });
});

test("cells", () => {
  expectFormulas({ "=A1+B2*A1": "15" }, { A1: "5", B2: "=A1-3" });
  expectFormulas({ "=A1+1": "1" });
  assert.deepEqual(evaluate({ A1: "=B1", B1: "=C1", C1: "3" }), { A1: "3", B1: "3", C1: "3" });
});

test("functions", () => {
  const cells = { A1: "4", B1: "-2", A2: "text", B2: "=A1*2", C3: "100" };
  const cases = {
    ...{ "=SUM(A1:B2)": "10", "=MIN(A1:B2)": "-2", "=MAX(A1:B2)": "8", "=COUNT(A1:B3)": "3", "=SUM(A1:A1)": "4" },
    ...{ "=SUM(D1:E9)": "0", "=MAX(D1:E9)": "0", "=MIN(A2:A2)": "0", "=COUNT(A2:A9)": "0", "=-SUM( A1 : B1 )*2": "-4" },
  };
  expectFormulas(cases, cells);
});

test("syntax", () => {
  const texts = [
    ...[
      "=",
      "= ",
      "=1+",
      "=*2",
      "=1 2",
      "=(1",
      "=1)",
      "=()",
      "=a1",
      "=A",
      "=A0",
      "=A01",
      "=A100",
      "=AA1",
      "=SUM",
      "=SUM()",
    ],
    ...["=SUM(A1)", "=SUM(A1:)", "=SUM(A1:B2", "=SUM(1:2)", "=sum(A1:B2)", "=FOO(A1:B2)", "=SUM(B1:A2)", "=SUM(A2:B1)"],
    ...["=A1:B2", "=+1", "=1.5", "=1,2", "=A 1", "=1==1", "=SUM A1:B2", "=2A1", "=SUM(A1:B2:C3)"],
  ];
  for (const text of texts) expectFormulas({ [text]: "#SYNTAX" });
});

test("types", () => {
  expectFormulas({ "=A1+1": "#TYPE" }, { A1: "x" });
  expectFormulas({ "=-A1": "#TYPE" }, { A1: "" });
});

test("division by zero", () => {
  expectFormulas({ "=1/0": "#DIV", "=1/(A1-A1)": "#DIV", "=0/B1": "#DIV" }, { A1: "3" });
});

test("errors spread", () => {
  const cells = { A1: "=1/0", A2: "=A1+1", A3: "=SUM(A1:A2)", A4: "=COUNT(A2:A2)", A5: "x", B1: "=(", B2: "=B1" };
  const want = { A1: "#DIV", A2: "#DIV", A3: "#DIV", A4: "#DIV", A5: "x", B1: "#SYNTAX", B2: "#SYNTAX" };
  assert.deepEqual(evaluate(cells), want);
});

test("the first error counts", () => {
  const cases = {
    ...{ "=A1+B1": "#DIV", "=B1+A1": "#SYNTAX", "=C1/0": "#TYPE", "=1/0+C1": "#DIV", "=0*(C1+A1)": "#TYPE" },
    ...{ "=SUM(A1:B2)": "#DIV", "=SUM(B1:C1)": "#SYNTAX", "=SUM(A2:B2)+A1": "#SYNTAX", "=1/B1": "#SYNTAX" },
  };
  expectFormulas(cases, { A1: "=1/0", B1: "=(", A2: "=)", C1: "x" });
});

test("cycles", () => {
  assert.deepEqual(evaluate({ A1: "=A1" }), { A1: "#CYCLE" });
  const cells = { A1: "=B1", B1: "=C1+1", C1: "=A1*0", D1: "=C1", E1: "5", F1: "=E1" };
  const want = { A1: "#CYCLE", B1: "#CYCLE", C1: "#CYCLE", D1: "#CYCLE", E1: "5", F1: "5" };
  assert.deepEqual(evaluate(cells), want);
});

test("cycles through ranges and beside other errors", () => {
  assert.deepEqual(evaluate({ B2: "=COUNT(A1:C3)" }), { B2: "#CYCLE" });
  assert.deepEqual(evaluate({ A1: "=1/0+A2", A2: "=A1" }), { A1: "#CYCLE", A2: "#CYCLE" });
  assert.deepEqual(evaluate({ A1: "=1/0+A2", A2: "=A2" }), { A1: "#DIV", A2: "#CYCLE" });
  assert.deepEqual(evaluate({ A1: "=A2+(", A2: "=A1" }), { A1: "#SYNTAX", A2: "#SYNTAX" });
});

test("long chains", () => {
  const cells = { A1: "1", B1: "=A99+1" };
  for (let row = 2; row < 100; row += 1) for (const column of "AB") cells[`${column}${row}`] = `=${column}${row - 1}+1`;
  const shown = evaluate(cells);
  assert.deepEqual([shown.A99, shown.B99], ["99", "198"]);
});

test("many ways to the same cell", () => {
  const cells = { A1: "9" };
  for (let row = 2; row < 60; row += 1) cells[`A${row}`] = `=A${row - 1}+A${row - 1}-A${row - 1}`;
  assert.equal(evaluate(cells).A59, "9");
});

test("sums agree with additions", () => {
  let state = 12;
  const random = (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % below;
  };
  const names = [1, 2, 3, 4].flatMap((row) => [..."ABCD"].map((column) => `${column}${row}`));
  for (let round = 0; round < 40; round += 1) {
    const numbers = names.filter(() => random(10) < 7).map((name) => [name, random(101) - 50]);
    const cells = Object.fromEntries(numbers.map(([name, number]) => [name, String(number)]));
    const shown = evaluate({ ...cells, Y1: "=SUM(A1:D4)", Y2: `=${names.join("+")}`, Y3: "=Y1-Y2" });
    assert.equal(shown.Y1, String(numbers.reduce((sum, [, number]) => sum + number, 0)));
    assert.equal(shown.Y3, "0");
  }
});
