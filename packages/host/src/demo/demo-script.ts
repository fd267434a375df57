const couldNotRun =
  "I could not run the tests here, so I changed nothing. What the command printed above says why; roo sandbox check says what commands see.";
const stillFailing = "I changed how median() sorts, but the tests did not pass afterwards. What they printed is above.";
const repaired = "median() sorted its numbers as text. It now compares them as numbers, and all three tests pass.";

/** What the scripted model says, as a replay script: it goes by what the tests really printed. `node` is a word of a shell. */
export function demoScript(node: string): string {
  const command = `${node} --test`;
  const runTests = { name: "execute_command", input: { command } };
  const replies = [
    {
      text: "I will look at the project and run the tests.\n",
      toolCalls: [{ name: "list_files", input: { path: ".", recursive: true } }, runTests],
    },
    {
      expect: "fail 1",
      text: "The test with numbers of different lengths fails. Let me read the function.\n",
      toolCalls: [
        { name: "read_file", input: { path: "median.js" } },
        { name: "read_file", input: { path: "median.test.js" } },
      ],
      otherwise: complete({ result: couldNotRun }),
    },
    {
      text: "sort() without a comparison sorts as text, so 10 comes before 2 and 9. It needs a numeric comparison.\n",
      toolCalls: [
        {
          name: "apply_diff",
          input: {
            path: "median.js",
            diff: "<<<<<<< SEARCH\n  const sorted = [...values].sort();\n=======\n  const sorted = [...values].sort((left, right) => left - right);\n>>>>>>> REPLACE",
          },
        },
      ],
    },
    { text: "Now the tests again.\n", toolCalls: [runTests] },
    {
      expect: "fail 0",
      ...complete({
        result: repaired,
        evidence: [
          { claim: "All three tests pass.", command },
          { claim: "median() compares numbers.", path: "median.js" },
        ],
      }),
      otherwise: complete({ result: stillFailing }),
    },
  ];
  return replies.map((reply) => `${JSON.stringify({ ...reply, delayMs: 400 })}\n`).join("");
}

function complete(input: object) {
  return { toolCalls: [{ name: "attempt_completion", input }] };
}
