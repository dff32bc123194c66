import { expect, test } from 'vitest';
import { LANGUAGES } from './languages/all.ts';
import { AMOUNTS, rewardRows } from './support/money.ts';
import { atDemo, PAGE, sectionOf } from './support/page.ts';

test.for(LANGUAGES)(
  'every program that the page shows in $name is run, and no other',
  ({ name, examples }) => {
    const { commands, programs } = sectionOf(PAGE, name);

    expect(commands.length).toBeGreaterThan(0);
    expect(examples.map(({ file }) => file).toSorted()).toEqual([...programs.keys()].toSorted());
  },
);

test('every section that shows a program is of a language that is run', () => {
  const sections = [...PAGE.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const shown = sections.filter((heading) => sectionOf(PAGE, heading).programs.size > 0);
  expect(shown).toEqual(LANGUAGES.map(({ name }) => name));
});

test('programs are run at the ports of the demo', () => {
  const demo = { url: 'http://127.0.0.1:1', rpcUrl: 'http://127.0.0.1:20', grpcUrl: 'http://127.0.0.1:3' };
  const code =
    "'http://127.0.0.1:8080/a' 'http://127.0.0.1:8899' 'ws://127.0.0.1:8900' port=8123 'http://127.0.0.1:10000'";

  expect(atDemo(code, { ...demo, clickHousePort: 4 })).toBe(
    "'http://127.0.0.1:1/a' 'http://127.0.0.1:20' 'ws://127.0.0.1:21' port=4 'http://127.0.0.1:3'",
  );
});

test('the rewards are larger than a double, an i64 and a u64 hold, digit by digit', () => {
  const rows = rewardRows('wallet').trim().split('\n');
  expect(rows.map((row) => /"amount_base_units":(\d+)/.exec(row)?.[1])).toEqual(AMOUNTS.map(String));
  expect(AMOUNTS.map(String)).toEqual(['9007199254740993', '9223372036854775808', '18446744073709551615']);
});
