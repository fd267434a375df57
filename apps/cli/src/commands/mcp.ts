import { addServer } from "../mcp/add-server.ts";
import { callTool } from "../mcp/call-tool.ts";
import { allow, disable, enable, remove } from "../mcp/change-server.ts";
import { listServers } from "../mcp/list-servers.ts";
import { listTools } from "../mcp/list-tools.ts";
import { login, logout } from "../mcp/login.ts";
import { readResource } from "../mcp/read-resource.ts";
import { restart } from "../mcp/restart.ts";
import { serve } from "../mcp/serve.ts";
import { showLog } from "../mcp/show-log.ts";
import { withSubcommands } from "../subcommands.ts";

export const mcp = withSubcommands({
  name: "mcp",
  help: `roo mcp list|add|remove|enable|disable|allow|restart|tools|call|read|logs|login|logout|serve

  list [--offline]                      list servers with their status and cache hit rate
  add NAME -- COMMAND ARGS…             add a program on this machine; --env KEY=VALUE
  add NAME URL [--header "KEY: VALUE"]  add a remote server
  add [NAME] 'JSON' | -                 add from JSON, as in a README, as an argument or on standard input
  remove NAME                           remove a server
  enable|disable NAME [TOOL…]           enable or disable a server, or some of its tools
  allow NAME TOOL… [--remove]           let tools run without approval
  restart NAME                          restart a server in all running roo processes
  tools [NAME] [QUERY…]                 list or search tools
  call NAME TOOL ['JSON' | -]           call a tool
  read NAME URI                         read a resource
  logs NAME                             show the log of a server
  login|logout NAME                     log in to a server with OAuth, or log out
  serve [--http]                        run roo as an MCP server: modes and tasks for other programs

Servers are configured in mcp-settings.json of your home, or with --project in .roo/mcp.json of the project.`,
  commands: {
    list: listServers,
    add: addServer,
    remove,
    enable,
    disable,
    allow,
    restart,
    tools: listTools,
    call: callTool,
    read: readResource,
    logs: showLog,
    login,
    logout,
    serve,
  },
});
