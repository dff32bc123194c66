import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TemporaryDirectory } from '../support/temporary-directory.ts';
import { installedProject, ROOT } from './support/installed.ts';

const run = promisify(execFile);

describe('a project that has installed the client', () => {
  let project: TemporaryDirectory;
  beforeAll(async () => {
    project = await installedProject();
  });
  afterAll(async () => {
    await project[Symbol.asyncDispose]();
  });

  test('has the library, its types and the verifier in less than 320 kB, and no dependency', async () => {
    const path = join(project.path, 'node_modules/launchlens-client');
    const files = await readdir(path, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    const sizes = await Promise.all(paths.map(async (file) => (await stat(file)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(320_000);
    expect(await readdir(join(project.path, 'node_modules'))).toEqual([
      '.bin',
      '.package-lock.json',
      'launchlens-client',
    ]);

    const names = paths.map((file) => relative(path, file));
    expect(names).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'THIRD-PARTY.txt']));
    expect(names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([]);
    const { exports } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
    for (const file of Object.values(exports['.'])) expect(names).toContain(String(file).slice(2));
  });

  test('has the command of the verifier', async () => {
    const { stdout } = await run(join(project.path, 'node_modules/.bin/verify-ilo-settlement'), ['--help']);
    expect(stdout).toContain('--launch-id');
  });

  test('imports the library in plain JavaScript, MCP included', async () => {
    const program = `
      import { Launchlens, AuthenticationError, UnreachableError } from 'launchlens-client';
      const launchlens = new Launchlens({ url: 'http://127.0.0.1:1', retries: 0, env: {} });
      for (const asked of [launchlens.launches.status(), launchlens.mcp.tools()])
        console.log((await asked.catch((error) => error)) instanceof UnreachableError);
      console.log(AuthenticationError.name);`;
    await writeFile(join(project.path, 'agent.js'), program);

    const { stdout } = await run(process.execPath, ['agent.js'], { cwd: project.path });
    expect(stdout).toBe('true\ntrue\nAuthenticationError\n');
  });

  test('has the types of answers, derived from the schemas, without options of its own', async () => {
    const program = `
      import { Launchlens, type RewardsSummary } from 'launchlens-client';
      const launchlens = new Launchlens();
      const { launch, source } = await launchlens.launches.get('7', { minSlot: 5n });
      export const amount: string = launch.total_pledged;
      export const time: bigint = launch.end_ts;
      export const slot: number = source.last_indexed_slot;
      export const status: 'pending' | 'active' | 'succeeded' | 'failed' | 'finalized' = launch.status;
      export const reward = (summary: RewardsSummary): bigint => summary.programs.season.paid.amount_base_units;
      for await (const { amount_base_units } of launchlens.rewards.allHistory()) {
        const maybe: bigint | null = amount_base_units;
        console.log(maybe);
      }
      const { answer } = await launchlens.mcp.call('get_settlement', { launch_id: '7' });
      export const dust: string | undefined = answer.settlement?.dust;
      // @ts-expect-error amounts are no numbers
      export const wrong: number = launch.total_pledged;
      // @ts-expect-error there is no such programme
      launchlens.rewards.history({ program: 'none' });
      // @ts-expect-error it needs a launch
      launchlens.mcp.call('get_settlement', { launch: '7' });
      // @ts-expect-error there is no such scope
      launchlens.pair({ scopes: ['everything'], onCode: () => {} });`;
    await writeFile(join(project.path, 'typed.ts'), program);
    const options = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true };
    const lib = ['es2024', 'dom', 'dom.asynciterable', 'esnext.disposable'];
    const config = { compilerOptions: { ...options, lib, types: [] }, files: ['typed.ts'] };
    await writeFile(join(project.path, 'tsconfig.json'), JSON.stringify(config));

    const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], {
      cwd: project.path,
    }).catch((error: { readonly stdout: string }) => error);
    expect(stdout).toBe('');
  });
});
