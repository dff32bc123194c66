import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TemporaryDirectory } from '../support/temporary-directory.ts';
import { copyExample, installedProject } from './support/installed.ts';
import { type RunningApi, runApi, walletOf } from './support/running-api.ts';

const wallet = walletOf('owner of the example');

let api: RunningApi;
let project: TemporaryDirectory;
beforeAll(async () => {
  project = await installedProject();
  await copyExample('agent.mjs', project.path);
  api = await runApi();
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

/** Runs the example; `onLine` sees what it prints as it does. */
async function run(env: Readonly<Record<string, string>>, onLine: (line: string) => Promise<void>) {
  const agent = spawn(process.execPath, ['agent.mjs'], {
    cwd: project.path,
    env: { PATH: process.env.PATH ?? '', LAUNCHLENS_URL: api.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(agent, 'close');
  const lines: string[] = [];
  const complaints: string[] = [];
  agent.stderr.on('data', (chunk) => complaints.push(String(chunk)));
  for await (const line of createInterface(agent.stdout)) {
    lines.push(line);
    await onLine(line);
  }
  const [exit] = await closed;
  return { exit, lines, complaints: complaints.join('') };
}

const owner = () => api.client();
async function approve(line: string): Promise<void> {
  const [, code] = /^Approve the code (\S+) at /.exec(line) ?? [];
  if (code === undefined) return;
  const asked = await owner().pairings.request(code);
  expect(asked).toMatchObject({ client_name: 'An example agent', requested_scopes: ['read'] });
  await owner().pairings.approve(code, asked, wallet);
}

test.for([
  ['is missing', {}],
  ['does not hold', { LAUNCHLENS_PAIRING_TOKEN: `llp_${'0'.repeat(38)}` }],
] as const)('the example pairs when its token %s, and reads for its owner', async ([, env]) => {
  const { exit, lines, complaints } = await run(env, approve);

  expect({ exit, complaints }).toEqual({ exit: 0, complaints: '' });
  expect(lines[0]).toMatch(
    /^This call needs a valid agent credential\. .* Pair again with pair\(\), which the owner approves at http/,
  );
  expect(lines[1]).toMatch(
    /^Approve the code [B-Z]{4}-[B-Z]{4} at http:\S+\/pair\?user_code=[B-Z]{4}-[B-Z]{4}$/,
  );
  expect(lines[2]).toBe(`${wallet.address} can claim 0 base units.`);
  expect(lines[3]).toContain('0 launches match at slot 1');
  expect(lines.join('\n')).not.toContain('llp_');
});
