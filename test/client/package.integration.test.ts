import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TemporaryDirectory } from '../support/temporary-directory.ts';
import { installedProject, ROOT } from './support/installed.ts';

const run = promisify(execFile);

describe('a project that has installed Launchlens', () => {
  let project: TemporaryDirectory;
  beforeAll(async () => {
    project = await installedProject();
  });
  afterAll(async () => {
    await project[Symbol.asyncDispose]();
  });

  test('has the library, its types and an example, and nothing that Node would not run there', async () => {
    const path = join(project.path, 'node_modules/launchlens');
    const files = await readdir(path, { recursive: true, withFileTypes: true });
    const names = files
      .filter((file) => file.isFile())
      .map((file) => relative(path, join(file.parentPath, file.name)));

    expect(names).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'docs/examples/agent.mjs']));
    expect(names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([]);
    const { exports, scripts } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
    for (const file of Object.values(exports['./client'])) expect(names).toContain(String(file).slice(2));
    expect(scripts.prepack).toBe('npm run build');
    const command = run(process.execPath, [join(path, 'cli/launchlens.mjs'), 'up']);
    await expect(command).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^launchlens: .* in a checkout of the repository\.\n$/),
    });
  });

  test('imports the library in plain JavaScript, MCP included', async () => {
    const program = `
      import { Launchlens, AuthenticationError, UnreachableError } from 'launchlens/client';
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
      import { Launchlens, type RewardsSummary } from 'launchlens/client';
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
    const options = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, skipLibCheck: true };
    const lib = ['es2024', 'dom', 'dom.asynciterable', 'esnext.disposable'];
    const config = { compilerOptions: { ...options, lib, types: [] }, files: ['typed.ts'] };
    await writeFile(join(project.path, 'tsconfig.json'), JSON.stringify(config));

    const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], {
      cwd: project.path,
    }).catch((error: { readonly stdout: string }) => error);
    expect(stdout).toBe('');
  });
});
