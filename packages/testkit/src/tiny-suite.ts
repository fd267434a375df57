import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const twoFer = {
  "exercise.yaml": "language: javascript\nprompt: Write twoFer in two-fer.js.\n",
  "two-fer.js": "export const twoFer = () => { throw new Error('not yet'); };\n",
  "two-fer.spec.js": `import { twoFer } from './two-fer';
test('no name', () => { expect(twoFer()).toBe('One for you, one for me.'); });
test('a name', () => { expect(twoFer('Ann')).toBe('One for Ann, one for me.'); });
`,
  ".reference/two-fer.js": "export const twoFer = (name = 'you') => `One for ${name}, one for me.`;\n",
};

const leap = {
  "exercise.yaml": "language: python\nprompt: Write leap_year in leap.py.\n",
  "leap.py": "def leap_year(year):\n    pass\n",
  "leap_test.py": `import unittest
from leap import leap_year


class LeapTest(unittest.TestCase):
    def test_common(self):
        self.assertIs(leap_year(2015), False)

    def test_leap(self):
        self.assertIs(leap_year(1996), True)
`,
  ".reference/leap.py": "def leap_year(year):\n    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)\n",
};

/** Two exercises that need only Node and Python; `javascript/two-fer-2`, … are copies of the first. */
export function writeTinySuite(folder: string, { copies = 1 }: { readonly copies?: number } = {}): void {
  write(folder, "suite.yaml", "name: tiny\n");
  for (const [path, content] of Object.entries(leap)) write(folder, `python/leap/${path}`, content);
  for (let count = 1; count <= copies; count += 1) {
    const name = count === 1 ? "two-fer" : `two-fer-${count}`;
    for (const [path, content] of Object.entries(twoFer)) write(folder, `javascript/${name}/${path}`, content);
  }
}

function write(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
