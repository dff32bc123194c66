import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_SURFACE } from '../../../api/mcp/surfaces.ts';
import { McpUnderTest } from '../../api/mcp/support/mcp-under-test.ts';
import { blocksOf, patternOf, runSteps, stepsOf } from '../../support/transcript.ts';
import { demo } from './demo.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const WRITTEN_ADDRESS = 'http://127.0.0.1:8080';

describe('docs/agents.md', () => {
  const written = readFileSync(resolve(ROOT, 'docs/agents.md'), 'utf8');
  let page: string;
  beforeAll(() => {
    page = written.replaceAll(WRITTEN_ADDRESS, demo.url);
  });

  test('has a configuration that connects a client', async () => {
    const [configuration = ''] = blocksOf(page, 'json');
    const { url } = JSON.parse(configuration).mcpServers.launchlens;

    const { client } = await new McpUnderTest(url).connect();
    expect((await client.listTools()).tools.length).toBe(PUBLIC_SURFACE.tools.length);
    await client.close();
  });

  test('has a program that runs as it stands', async () => {
    const [program = ''] = blocksOf(page, 'js');
    const args = ['--input-type=module', '--eval', program];

    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    expect(stdout).toMatch(/^1\nLaunch 1 is .* As it stands at slot \d+ \(.*\)\.\n$/);
  });

  test('has commands that print what it shows', async () => {
    const steps = blocksOf(page, 'console').flatMap(stepsOf);
    const printed = await runSteps(steps, { cwd: demo.directory });

    for (const [at, step] of steps.entries())
      expect(printed[at], step.command).toMatch(patternOf(step.printed));
    expect(steps.length).toBeGreaterThan(10);
  });

  test('names every tool of the public surface, and no other', () => {
    const named = [...written.matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name);
    const tools = PUBLIC_SURFACE.tools.map(({ name }) => name);

    expect(named.slice(0, tools.length)).toEqual(tools);
  });
});
