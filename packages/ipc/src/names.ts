/** Kinds of messages. `Connect` and `Disconnect` are local events that never cross the socket. */
export const IpcMessageType = {
  Connect: "Connect",
  Disconnect: "Disconnect",
  Ack: "Ack",
  TaskCommand: "TaskCommand",
  TaskEvent: "TaskEvent",
} as const;

export const TaskCommandName = {
  StartNewTask: "StartNewTask",
  CancelTask: "CancelTask",
  CloseTask: "CloseTask",
  ResumeTask: "ResumeTask",
  SendMessage: "SendMessage",
  GetCommands: "GetCommands",
  GetModes: "GetModes",
  GetModels: "GetModels",
  DeleteQueuedMessage: "DeleteQueuedMessage",
  SetTaskContext: "SetTaskContext",
} as const;

export const RooCodeEventName = {
  TaskCreated: "taskCreated",
  TaskStarted: "taskStarted",
  TaskCompleted: "taskCompleted",
  TaskAborted: "taskAborted",
  TaskFocused: "taskFocused",
  TaskUnfocused: "taskUnfocused",
  TaskActive: "taskActive",
  TaskInteractive: "taskInteractive",
  TaskResumable: "taskResumable",
  TaskIdle: "taskIdle",
  TaskPaused: "taskPaused",
  TaskUnpaused: "taskUnpaused",
  TaskSpawned: "taskSpawned",
  TaskDelegated: "taskDelegated",
  TaskDelegationCompleted: "taskDelegationCompleted",
  TaskDelegationResumed: "taskDelegationResumed",
  Message: "message",
  TaskModeSwitched: "taskModeSwitched",
  TaskAskResponded: "taskAskResponded",
  QueuedMessagesUpdated: "queuedMessagesUpdated",
  TaskToolFailed: "taskToolFailed",
  TaskTokenUsageUpdated: "taskTokenUsageUpdated",
  CommandsResponse: "commandsResponse",
  ModesResponse: "modesResponse",
  ModelsResponse: "modelsResponse",
  EvalPass: "evalPass",
  EvalFail: "evalFail",
} as const;

/** The only tool names that Roo Code's schemas accept. */
export const rooToolNames = [
  "execute_command",
  "read_file",
  "read_command_output",
  "write_to_file",
  "apply_diff",
  "edit",
  "search_and_replace",
  "search_replace",
  "edit_file",
  "apply_patch",
  "search_files",
  "list_files",
  "use_mcp_tool",
  "access_mcp_resource",
  "ask_followup_question",
  "attempt_completion",
  "switch_mode",
  "new_task",
  "codebase_search",
  "update_todo_list",
  "run_slash_command",
  "skill",
  "generate_image",
  "custom_tool",
] as const;
export type RooToolName = (typeof rooToolNames)[number];

export const askKinds = [
  "followup",
  "command",
  "command_output",
  "completion_result",
  "tool",
  "api_req_failed",
  "resume_task",
  "resume_completed_task",
  "mistake_limit_reached",
  "use_mcp_server",
  "auto_approval_max_req_reached",
] as const;
export type AskKind = (typeof askKinds)[number];

export const sayKinds = [
  "error",
  "api_req_started",
  "api_req_finished",
  "api_req_retried",
  "api_req_retry_delayed",
  "api_req_rate_limit_wait",
  "api_req_deleted",
  "text",
  "image",
  "reasoning",
  "completion_result",
  "user_feedback",
  "user_feedback_diff",
  "command_output",
  "shell_integration_warning",
  "mcp_server_request_started",
  "mcp_server_response",
  "subtask_result",
  "checkpoint_saved",
  "rooignore_error",
  "diff_error",
  "condense_context",
  "condense_context_error",
  "sliding_window_truncation",
  "codebase_search_result",
  "user_edit_todos",
  "too_many_tools_warning",
  "tool",
] as const;
export type SayKind = (typeof sayKinds)[number];

/** Providers that Roo Code accepts in a configuration; the last line lists retired ones. */
export const rooProviders: ReadonlySet<string> = new Set(
  [
    "openrouter vercel-ai-gateway litellm requesty roo unbound poe ollama lmstudio vscode-lm openai fake-ai anthropic",
    "bedrock baseten deepseek fireworks gemini gemini-cli mistral moonshot minimax openai-codex openai-native qwen-code",
    "sambanova vertex xai zai",
    "cerebras chutes deepinfra doubao featherless groq huggingface io-intelligence",
  ].flatMap((line) => line.split(" ")),
);
