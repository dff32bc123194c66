import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/all.ts';

const page = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');

test('the page of operators lists every command and no other', () => {
  const [, table = ''] = /\n## Processes\n(.+?)\n\n[^|\n]/s.exec(page('operators')) ?? [];
  const listed = [...table.matchAll(/^\| `launchlens ([\w-]+)[^`]*`/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
});

test('the page of the local chain lists every option of its command', async () => {
  const localnet = await COMMANDS.find(({ name }) => name === 'localnet')?.load();
  const options = localnet?.options.filter(({ hidden }) => !hidden).map(({ long }) => long) ?? [];
  const rows =
    page('local-chain')
      .match(/^\| `--.*$/gm)
      ?.join('\n') ?? '';
  expect([...rows.matchAll(/`(--[\w-]+)`/g)].map(([, long]) => long).toSorted()).toEqual(options.toSorted());
});
