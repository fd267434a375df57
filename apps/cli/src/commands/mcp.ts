import { addServer } from "../mcp/add-server.ts";
import { callTool } from "../mcp/call-tool.ts";
import { allow, disable, enable, remove } from "../mcp/change-server.ts";
import { listServers } from "../mcp/list-servers.ts";
import { listTools } from "../mcp/list-tools.ts";
import { login, logout } from "../mcp/login.ts";
import { readResource } from "../mcp/read-resource.ts";
import { restart } from "../mcp/restart.ts";
import { showLog } from "../mcp/show-log.ts";
import { withSubcommands } from "../subcommands.ts";

export const mcp = withSubcommands({
  name: "mcp",
  help: `roo mcp list|add|remove|enable|disable|allow|restart|tools|call|read|logs|login|logout

  list [--offline]                      the servers, how each is doing, how often answers were remembered
  add NAME -- COMMAND ARGS…             a program on this machine; --env KEY=VALUE
  add NAME URL [--header "KEY: VALUE"]  a server on the network
  add [NAME] 'JSON' | -                 what a README shows, as an argument or on standard input
  remove NAME                           take it out of its file
  enable|disable NAME [TOOL…]           switch it, or some of its tools
  allow NAME TOOL… [--remove]           tools that need no leave, as they are now
  restart NAME                          in every roo that runs
  tools [NAME] [WORD…]                  what they offer
  call NAME TOOL ['JSON' | -]           call a tool yourself
  read NAME URI                         read a resource
  logs NAME                             what it said, and what went wrong
  login|logout NAME                     for servers that want to know who you are

Servers are in mcp-settings.json of your home, or with --project in .roo/mcp.json of the project.`,
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
  },
});
