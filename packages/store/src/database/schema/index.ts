export { runs, taskAttempts, taskMetrics, tasks, toolErrors } from "./evals.ts";
export { mcpConnectionEvents, mcpResourceEvents, mcpRetrievalBenchmarks, mcpRetrievalCalls } from "./mcp.ts";
export { aiAnomalies, aiInsights, aiObserverSessions, aiSteeringRecommendations } from "./observer.ts";
export { backups, idempotencyKeys, pushSubscriptions, taskProjections, taskUsage, workspaces } from "./server.ts";
