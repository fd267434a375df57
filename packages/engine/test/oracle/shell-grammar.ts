import * as fc from "fast-check";

const pick = (...texts: readonly string[]) => fc.constantFrom(...texts);
const joined = (...parts: readonly (fc.Arbitrary<string> | string)[]) =>
  fc
    .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
    .map((texts) => texts.join(""));

const names = pick(
  ..."ls ls ls cat cat rg rg echo echo printf sort find sed grep uniq cd test true head".split(" "),
  "git log",
  "git log",
  "git status",
  "git diff",
  "npm test",
  "npm test",
);
const oddNames = pick(
  ..."rm curl touch lsof LS ./ls bin/ls \\ls l''s \"ls\" $'ls' /bin/ls evil tee read alias unset declare export let".split(
    " ",
  ),
  "git -c a=b log",
  "git push",
  "git logx",
  "npm test-evil",
  "$x",
  "${x}",
  "$(echo ls)",
  "{ls,-a}",
  "l?",
);
const plainWords = pick(
  ..."a.txt src src/x.ts b -l -la -n -1 --oneline . out -- x=1 5 p".split(" "),
  "'a b'",
  '"a b"',
  "a\\ b",
  "s/a/b/",
  "-name",
  "'*.ts'",
);
const oddWords = pick(
  "*",
  "-*",
  "{a,b}",
  "{-o,f}",
  "--{pre,x}=./evil",
  "$x",
  '"$x"',
  "$y",
  "${x:-a}",
  "${x:=PATH}",
  "${x@P}",
  "${!x}",
  "${#x}",
  "${x/a/b}",
  "${x:1}",
  "$((1+2))",
  "$((x))",
  "$((a[$(touch pwned)]))",
  "$[1+1]",
  "~",
  "~/f",
  "a=~/b",
  "$'\\x2do'",
  '$"ls"',
  "''",
  '""',
  "src/*",
  "[a-z]*",
  "?",
  "!(a)",
  "=(ls)",
  "*(e:ls:)",
  "--pre=./evil",
  "--pr",
  "-o",
  "-of",
  "--output=f",
  "--outp=f",
  "-exec",
  "-delete",
  "-i",
  "'w f'",
  "wf.txt",
  "'1e touch pwned'",
  "-v",
  "'a[$(touch pwned)]'",
  "\\;",
  "+",
  "'x\ny'",
  "\\\n",
  "#c",
);

/** Commands as models and attackers write them; about half are not denied. */
const shellCommands: fc.Arbitrary<string> = fc.letrec<{ list: string; command: string; word: string }>((tie) => {
  const nested = tie("list");
  const substitution = fc.oneof(
    joined("$(", nested, ")"),
    joined('"$(', nested, ')"'),
    joined("`", tie("command"), "`"),
    joined("<(", nested, ")"),
    joined(">(", nested, ")"),
  );
  const redirection = fc.oneof(
    joined(
      pick(">", ">>", ">|", "2>", "&>", "&>>", ">&", "9>", "<>", "<", "1>"),
      pick(" ", ""),
      pick("f", "out/f", "/dev/null", "~/f", '"out/$x"', "a.txt", "out/../f", "$x"),
    ),
    pick("2>&1", ">&2", "<&-", "{fd}>f", "<<< a", '<<< "$x"', "<<< $(touch pwned)", "< a.txt"),
  );
  const assignment = pick(
    "CI=1",
    "x=1",
    "y=-o",
    "LC_ALL=C",
    "PATH=.:$PATH",
    "LD_PRELOAD=./x",
    "x=$(touch pwned)",
    "IFS=a",
    "a[1]=2",
    "x+=o",
  );
  const wrapper = pick(
    "time",
    "!",
    "nice",
    "timeout 5",
    "command",
    "env",
    "nohup",
    "sudo",
    "exec",
    "xargs",
    "eval",
    "builtin",
    "env x=1",
    "timeout -k 1 5",
    "nice -n 5",
  );
  const simple = joined(
    fc.oneof({ weight: 6, arbitrary: fc.constant("") }, { weight: 1, arbitrary: joined(assignment, " ") }),
    fc.oneof({ weight: 6, arbitrary: fc.constant("") }, { weight: 1, arbitrary: joined(wrapper, " ") }),
    fc.oneof({ weight: 12, arbitrary: names }, { weight: 1, arbitrary: oddNames }),
    fc.array(joined(" ", tie("word")), { maxLength: 3 }).map((words) => words.join("")),
    fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: joined(" ", redirection) }),
  );
  return {
    word: fc.oneof(
      { weight: 10, arbitrary: plainWords },
      { weight: 3, arbitrary: oddWords },
      { weight: 1, arbitrary: substitution },
    ),
    command: fc.oneof(
      { weight: 14, arbitrary: simple },
      { weight: 1, arbitrary: joined("(", nested, ")") },
      { weight: 1, arbitrary: joined("{ ", nested, "; }") },
      { weight: 1, arbitrary: joined("if ", nested, "; then ", nested, "; fi") },
      { weight: 1, arbitrary: joined("for x in ", tie("word"), " b; do ", nested, "; done") },
      { weight: 1, arbitrary: joined("while false; do ", nested, "; done") },
      { weight: 1, arbitrary: joined("case ", tie("word"), " in a|*) ", nested, ";; esac") },
      { weight: 1, arbitrary: joined("ls() { ", nested, "; }; ls") },
      { weight: 1, arbitrary: joined("[[ ", tie("word"), pick(" = ", " -eq ", " =~ "), tie("word"), " ]]") },
      {
        weight: 1,
        arbitrary: joined(
          "cat <<",
          pick("E", "'E'", "-E", '"E"', "\\E"),
          "\n",
          pick("x", "$x", "$(touch pwned)", "`touch pwned`", "\\$(touch pwned)", "a\\"),
          "\nE\n",
        ),
      },
      {
        weight: 1,
        arbitrary: joined(
          pick("bash", "sh"),
          pick(" -c ", " -lc ", " -x -c "),
          pick("'", '"'),
          pick("ls", "touch pwned", "ls; rm x", "echo $x", "$0", "cat a.txt"),
          pick("'", '"'),
        ),
      },
    ),
    list: fc.oneof(
      { weight: 4, arbitrary: tie("command") },
      {
        weight: 1,
        arbitrary: joined(
          tie("command"),
          pick(" && ", "; ", " || ", " | ", " & ", " |& ", "\n", "&&", ";"),
          tie("command"),
        ),
      },
    ),
  };
}).list;

const mutations = "'\"\\$`(){}[];&|<>*?~!#= \n\t-a".split("");

/** The same with characters inserted, removed or replaced. */
export const mutatedCommands: fc.Arbitrary<string> = fc
  .tuple(
    shellCommands,
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), pick(...mutations), fc.nat(2)), { maxLength: 1 }),
  )
  .map(([command, changes]) =>
    changes.reduce((text, [share, character, kind]) => {
      const at = Math.floor(share * text.length);
      if (kind === 0) return text.slice(0, at) + character + text.slice(at);
      return kind === 1 ? text.slice(0, at) + text.slice(at + 1) : text.slice(0, at) + character + text.slice(at + 1);
    }, command),
  )
  .filter((command) => command.length < 1_000 && !command.includes("\0"));

export function sampleCommands(count: number): string[] {
  return fc.sample(mutatedCommands, count);
}
