import type { Question } from "./question.ts";

/** About fastify's package as it is installed. */
export const fastifyQuestions: readonly Question[] = [
  {
    ask: "limit the size of a request body",
    files: ["lib/content-type-parser.js", "docs/Reference/Server.md", "docs/Reference/Routes.md"],
  },
  {
    ask: "register a parser for a custom media type",
    files: ["lib/content-type-parser.js", "docs/Reference/ContentTypeParser.md"],
  },
  { ask: "add a property to every request object", files: ["lib/decorate.js", "docs/Reference/Decorators.md"] },
  { ask: "what is executed when no route matches", files: ["lib/four-oh-four.js", "docs/Reference/Server.md"] },
  {
    ask: "generate an id for each incoming request",
    files: ["lib/req-id-gen-factory.js", "docs/Reference/Server.md", "docs/Reference/Logging.md"],
  },
  {
    ask: "child instance inherits from its parent plugin scope",
    files: ["lib/plugin-override.js", "docs/Reference/Encapsulation.md", "docs/Reference/Plugins.md"],
  },
  { ask: "check that a plugin's dependencies are registered", files: ["lib/plugin-utils.js"] },
  { ask: "send a stream as response and destroy it on error", files: ["lib/reply.js"] },
  { ask: "redirect to another url", files: ["lib/reply.js", "docs/Reference/Reply.md"] },
  {
    ask: "client ip address behind a proxy",
    files: ["lib/request.js", "docs/Reference/Server.md", "docs/Reference/Request.md"],
  },
  {
    ask: "compile schemas for body, query string and headers",
    files: ["lib/validation.js", "lib/schema-controller.js", "docs/Reference/Validation-and-Serialization.md"],
  },
  {
    ask: "automatically expose HEAD for GET endpoints",
    files: ["lib/head-route.js", "lib/route.js", "docs/Reference/Server.md", "docs/Reference/Routes.md"],
  },
  { ask: "bind to several addresses when listening on localhost", files: ["lib/server.js"] },
  { ask: "list of error codes with their status", files: ["lib/errors.js", "docs/Reference/Errors.md"] },
  { ask: "deprecated features emit a process warning", files: ["lib/warnings.js", "docs/Reference/Warnings.md"] },
  {
    ask: "run functions before the handler in order",
    files: ["lib/hooks.js", "docs/Reference/Hooks.md", "docs/Reference/Lifecycle.md"],
  },
  {
    ask: "handler returned a promise",
    files: ["lib/wrap-thenable.js", "lib/handle-request.js", "lib/promise.js", "docs/Reference/Routes.md"],
  },
  {
    ask: "default logger serializers",
    files: ["lib/logger-pino.js", "lib/logger-factory.js", "lib/log-controller.js", "docs/Reference/Logging.md"],
  },
  {
    ask: "turn an exception into a json answer",
    files: ["lib/error-handler.js", "lib/error-serializer.js", "docs/Reference/Errors.md"],
  },
  {
    ask: "options given by the user at start are validated",
    files: ["lib/initial-config-validation.js", "lib/config-validator.js", "build/build-validation.js"],
  },
  {
    ask: "guard against __proto__ in json payloads",
    files: ["docs/Guides/Prototype-Poisoning.md", "lib/content-type-parser.js"],
  },
];
