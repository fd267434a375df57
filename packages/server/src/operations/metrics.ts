import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Services } from "../services/services.ts";

interface Metrics {
  readonly slowClients: Counter;
  readonly connections: Counter;
  /** In Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Metrics for Prometheus. */
export function createMetrics(
  app: FastifyInstance,
  { pool, feeds, questions }: Services,
  openConnections: () => number,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: "roo_" });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge("roo_tasks_running", "Root tasks running in this process", () => pool.running.length);
  gauge("roo_questions_open", "Open approvals and questions", () => questions.list().length);
  gauge("roo_tasks_followed", "Tasks followed by clients", () => feeds.size);
  gauge("roo_socket_connections", "Open WebSocket connections", openConnections);
  const events = new Counter({
    name: "roo_task_events_total",
    help: "Task events written by this process",
    labelNames: ["type"],
    registers,
  });
  pool.observe((item) => {
    if (!("live" in item)) events.inc({ type: item.type });
  });
  const durations = new Histogram({
    name: "roo_http_request_seconds",
    help: "Duration of HTTP requests by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  app.addHook("onResponse", async (request, reply) => {
    // By route, not by URL: clients could create any number of labels.
    const route = request.routeOptions.url ?? "none";
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return {
    slowClients: new Counter({
      name: "roo_socket_slow_clients_total",
      help: "Clients disconnected because they read too slowly",
      registers,
    }),
    connections: new Counter({ name: "roo_socket_connections_total", help: "WebSocket connections opened", registers }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
