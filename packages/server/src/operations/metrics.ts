import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Services } from "../services/services.ts";

export interface Metrics {
  readonly slowClients: Counter;
  readonly connections: Counter;
  /** In Prometheus's form. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** What the server does, for Prometheus. */
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
  gauge("roo_tasks_running", "Trees of tasks that this process works on", () => pool.running.length);
  gauge("roo_questions_open", "What people are asked now", () => questions.list().length);
  gauge("roo_tasks_followed", "Tasks that clients follow", () => feeds.size);
  gauge("roo_socket_connections", "Sockets that are open", openConnections);
  const events = new Counter({
    name: "roo_task_events_total",
    help: "Events of tasks of this process",
    labelNames: ["type"],
    registers,
  });
  pool.observe((item) => {
    if (!("live" in item)) events.inc({ type: item.type });
  });
  const durations = new Histogram({
    name: "roo_http_request_seconds",
    help: "Requests by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  app.addHook("onResponse", async (request, reply) => {
    // By the route, never by the address: that anybody may choose.
    const route = request.routeOptions.url ?? "none";
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return {
    slowClients: new Counter({
      name: "roo_socket_slow_clients_total",
      help: "Clients that were cut off because they read too slowly",
      registers,
    }),
    connections: new Counter({ name: "roo_socket_connections_total", help: "Sockets that were opened", registers }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
