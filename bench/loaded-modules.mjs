// Preloaded with NODE_OPTIONS: appends to the file named by ROO_LOADED_MODULES the URL of each loaded module, the name of each Node module
// that is asked for, and `request` when an HTTP request has been handed to its socket. The program itself says when that was: a model that
// hears of the request later, on a busy machine, would also count what is loaded while its reply is awaited.
const { appendFileSync } = process.getBuiltinModule("node:fs");
const { registerHooks } = process.getBuiltinModule("node:module");
const { subscribe } = process.getBuiltinModule("node:diagnostics_channel");

const file = process.env.ROO_LOADED_MODULES;
if (file) {
  registerHooks({
    load(url, context, next) {
      appendFileSync(file, `${url}\n`);
      return next(url, context);
    },
  });
  const getBuiltinModule = process.getBuiltinModule.bind(process);
  process.getBuiltinModule = (name) => {
    appendFileSync(file, `${name.startsWith("node:") ? name : `node:${name}`}\n`);
    return getBuiltinModule(name);
  };
  subscribe("http.client.request.start", () => appendFileSync(file, "request\n"));
}
