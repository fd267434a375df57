import { expect, test } from "vitest";
import * as z from "zod";
import { findOne } from "../../test/import-fixture.ts";
import { eventfulTask } from "../../test/task-events.ts";
import { toTrajectory } from "./to-trajectory.ts";

// What Harbor's validator asks of a trajectory, in our words.
const imageSource = z.strictObject({
  media_type: z.enum(["image/jpeg", "image/png", "image/gif", "image/webp"]),
  path: z.string(),
});
const content = z.union([
  z.string(),
  z.array(
    z.union([
      z.strictObject({ type: z.literal("text"), text: z.string() }),
      z.strictObject({ type: z.literal("image"), source: imageSource }),
    ]),
  ),
]);
const extra = z.record(z.string(), z.unknown()).optional();
const count = z.number().int().nonnegative();
const place = { step_id: count, timestamp: z.iso.datetime().optional(), message: content, extra };
const stepSchema = z.discriminatedUnion("source", [
  z.strictObject({ ...place, source: z.literal("user") }),
  z.strictObject({
    ...place,
    source: z.literal("agent"),
    model_name: z.string().optional(),
    reasoning_content: z.string().optional(),
    tool_calls: z
      .array(
        z.strictObject({
          tool_call_id: z.string(),
          function_name: z.string(),
          arguments: z.record(z.string(), z.unknown()),
        }),
      )
      .optional(),
    observation: z
      .strictObject({ results: z.array(z.strictObject({ source_call_id: z.string(), content, extra })) })
      .optional(),
    metrics: z.strictObject({
      prompt_tokens: count,
      completion_tokens: count,
      cached_tokens: count,
      cost_usd: z.number().optional(),
    }),
  }),
]);
const trajectorySchema = z.strictObject({
  schema_version: z.literal("ATIF-v1.7"),
  session_id: z.string(),
  agent: z.strictObject({ name: z.string(), version: z.string(), model_name: z.string().optional(), extra }),
  steps: z.array(stepSchema).min(1),
  final_metrics: z.strictObject({
    total_prompt_tokens: count,
    total_completion_tokens: count,
    total_cached_tokens: count,
    total_cost_usd: z.number().optional(),
    total_steps: count,
  }),
  extra,
});

function expectValid(trajectory: object): z.infer<typeof trajectorySchema> {
  const parsed = trajectorySchema.parse(trajectory);
  expect(parsed.steps.map(({ step_id }) => step_id)).toEqual(parsed.steps.map((_, index) => index + 1));
  for (const step of parsed.steps) {
    if (step.source !== "agent") continue;
    const calls = (step.tool_calls ?? []).map(({ tool_call_id }) => tool_call_id);
    for (const { source_call_id } of step.observation?.results ?? []) expect(calls).toContain(source_call_id);
  }
  return parsed;
}

test("a task is a valid trajectory with everything in its place", () => {
  const { steps, final_metrics } = expectValid(toTrajectory(eventfulTask));
  expect(steps.map(({ source }) => source)).toEqual(["user", "agent", "user", "agent"]);
  expect(steps[0]?.message).toEqual([
    { type: "text", text: "Fix it\nplease" },
    { type: "image", source: { media_type: "image/png", path: "data:image/png;base64,aGVsbG8=" } },
  ]);
  expect(steps[1]).toMatchObject({
    message: "I look.",
    reasoning_content: "Look first.",
    model_name: "model-1",
    tool_calls: [
      { tool_call_id: "call_1", function_name: "read_file", arguments: { path: "a.ts" } },
      { tool_call_id: "call_2", function_name: "execute_command", arguments: { malformed: "{not json" } },
    ],
    observation: {
      results: [
        { source_call_id: "call_1", content: "```\ncode\n```\n\n(image, image/bmp)" },
        { source_call_id: "call_2", content: "That was no JSON.", extra: { is_error: true } },
      ],
    },
    metrics: { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 60, cost_usd: 0.01 },
  });
  expect(final_metrics).toMatchObject({ total_prompt_tokens: 100, total_cost_usd: 0.01, total_steps: 4 });
});

test.each(["roo", "cline", "kilo", "claude-code", "codex", "opencode"])(
  "tasks imported from %s are valid trajectories",
  async (tool) => {
    const { tasks } = await findOne(tool);
    const trajectories = tasks.map((task) => expectValid(toTrajectory(task.events())));
    expect(trajectories.map(({ session_id }) => session_id)).toEqual(tasks.map(({ taskId }) => taskId));
  },
);
