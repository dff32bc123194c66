import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSurface, type SurfaceUnderTest, toolOf } from '../api/mcp/support/surface-under-test.ts';
import { type Demo, startDemo } from '../support/demo.ts';

const BIN = resolve(import.meta.dirname, '../../node_modules/.bin');

interface Run {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, args: readonly string[], cwd?: string): Promise<Run> {
  return new Promise((settle) => {
    // The programs are scripts for the Node that runs the tests.
    execFile(process.execPath, [`${BIN}/${program}`, ...args], { cwd }, (error, stdout, stderr) => {
      settle({ exit: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}

/** Scenarios of the official suite for any server with tools, held against the running product. */
const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
];

/** Scenarios that call a tool of the suite's own, which the product rightly lacks: held against its transport. */
const WITH_TOOLS_OF_THE_SUITE = ['tools-call-simple-text', 'tools-call-error'];

const ANSWERS_TEXT = 'wants a tool that answers other content than text; every tool here answers text';
const NOT_OFFERED = 'of a capability that a server of tools only does not declare';
const ASKS_BACK = 'wants the server to ask its client or to report while it works, which no read needs';
const INAPPLICABLE: Readonly<Record<string, string>> = {
  'logging-set-level': NOT_OFFERED,
  'completion-complete': NOT_OFFERED,
  'resources-list': NOT_OFFERED,
  'resources-read-text': NOT_OFFERED,
  'resources-read-binary': NOT_OFFERED,
  'resources-templates-read': NOT_OFFERED,
  'resources-subscribe': NOT_OFFERED,
  'resources-unsubscribe': NOT_OFFERED,
  'prompts-list': NOT_OFFERED,
  'prompts-get-simple': NOT_OFFERED,
  'prompts-get-with-args': NOT_OFFERED,
  'prompts-get-embedded-resource': NOT_OFFERED,
  'prompts-get-with-image': NOT_OFFERED,
  'tools-call-image': ANSWERS_TEXT,
  'tools-call-audio': ANSWERS_TEXT,
  'tools-call-embedded-resource': ANSWERS_TEXT,
  'tools-call-mixed-content': ANSWERS_TEXT,
  'tools-call-with-logging': ASKS_BACK,
  'tools-call-with-progress': ASKS_BACK,
  'tools-call-sampling': ASKS_BACK,
  'tools-call-elicitation': ASKS_BACK,
  'elicitation-sep1034-defaults': ASKS_BACK,
  'elicitation-sep1330-enums': ASKS_BACK,
  'server-sse-polling': 'of resumable streams, a revision later than the one spoken; none are offered',
  'json-schema-2020-12': 'wants one tool with a hand-written schema, in a revision later than the one spoken',
};

describe('the official programs', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(async () => {
    await demo[Symbol.asyncDispose]();
  });

  describe('the conformance suite', () => {
    const scenario = (name: string, url: string) =>
      run(
        'conformance',
        ['server', '--url', url, '--scenario', name, '--output-dir', 'results'],
        demo.directory,
      );
    const expectPassed = ({ exit, stdout }: Run) => {
      expect({ exit, stdout: exit === 0 ? '' : stdout }).toEqual({ exit: 0, stdout: '' });
      expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
    };

    test.for(APPLICABLE)('passes %s against the product', async (name) => {
      expectPassed(await scenario(name, `${demo.url}/mcp`));
    });

    describe('with its own tools', () => {
      let surface: SurfaceUnderTest;
      beforeAll(async () => {
        surface = await openSurface([
          toolOf('test_simple_text', () => 'This is a simple text response for testing.'),
          toolOf('test_error_handling', () => {
            throw new Error('This tool intentionally returns an error for testing');
          }),
        ]);
      });
      afterAll(async () => {
        await surface[Symbol.asyncDispose]();
      });

      test.for(WITH_TOOLS_OF_THE_SUITE)('passes %s against the transport', async (name) => {
        expectPassed(await scenario(name, surface.mcp.url));
      });
    });

    test('has no scenario that was neither run nor given a reason', async () => {
      const { stdout } = await run('conformance', ['list', '--server']);
      const listed = [...stdout.matchAll(/^\s+- (\S+)/gm)].map(([, name]) => name).sort();

      const known = [...APPLICABLE, ...WITH_TOOLS_OF_THE_SUITE, ...Object.keys(INAPPLICABLE)].sort();
      expect(listed).toEqual(known);
    });
  });

  describe('the inspector', () => {
    const inspect = async (...args: string[]) => {
      const { exit, stdout, stderr } = await run('mcp-inspector', ['--cli', `${demo.url}/mcp`, ...args]);
      expect({ exit, stderr: exit === 0 ? '' : stderr }).toEqual({ exit: 0, stderr: '' });
      return JSON.parse(stdout);
    };
    const call = (tool: string, ...args: string[]) =>
      inspect('--method', 'tools/call', '--tool-name', tool, ...args.flatMap((arg) => ['--tool-arg', arg]));

    test('lists the tools', async () => {
      const { tools } = await inspect('--method', 'tools/list');

      expect(tools.map(({ name }: { name: string }) => name)).toContain('get_ilo_details');
    });

    test('calls them', async () => {
      const status = await call('get_ilo_details');
      const id: string = status.structuredContent.launch.launch_id;
      const detail = await call('get_ilo_details', `launch_id=${id}`);
      expect(detail.structuredContent.launch.launch_id).toBe(id);
      expect(detail.content[0].text).toContain(`Launch ${id} is `);
      const page = await call('list_pledges', `launch_id=${id}`, 'limit=2');
      expect(page.structuredContent.results.length).toBeLessThanOrEqual(2);
      const source = await call('get_source_status');
      expect(source.structuredContent.explanation.freshness).toContain('confirmed change up to slot');
      const verified = await call('verify_account', `pubkey=${detail.structuredContent.launch.address}`);
      expect(verified.structuredContent).toMatchObject({ kind: 'launch_config', equal: true });
    });

    test('shows a failed call as one', async () => {
      const { isError, structuredContent } = await call('get_ilo_details', 'launch_id=424242');

      expect({ isError, code: structuredContent.code }).toEqual({ isError: true, code: 'launch_not_found' });
    });
  });
});
