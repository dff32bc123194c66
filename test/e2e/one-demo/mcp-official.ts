import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SURFACES as LISTED } from '../../../api/mcp/surfaces.ts';
import { openSurface, type SurfaceUnderTest, toolOf } from '../../api/mcp/support/surface-under-test.ts';
import { type HeaderProxy, startHeaderProxy } from '../../support/header-proxy.ts';
import { pairedToken } from '../../support/paired-token.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { waitFor } from '../../support/wait-for.ts';
import { testWallet } from '../../support/wallets.ts';
import { demo } from './demo.ts';

const BIN = resolve(import.meta.dirname, '../../../node_modules/.bin');

interface Run {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, args: readonly string[]): Promise<Run> {
  return new Promise((settle) => {
    // The programs are scripts for the Node that runs the tests.
    const options = { maxBuffer: 16 * 1024 * 1024 };
    execFile(process.execPath, [`${BIN}/${program}`, ...args], options, (error, stdout, stderr) => {
      settle({ exit: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}

/** What the official suite writes of a scenario: a check is told as information, or it succeeds, fails, warns or is skipped. */
const check = z.array(z.looseObject({ status: z.string() }));

/** Scenarios of the official suite for any server with tools, held against the running product. */
const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
];

/** Scenarios that call a tool of the suite's own, which the product rightly lacks: held against its transport. */
const WITH_TOOLS_OF_THE_SUITE = ['tools-call-simple-text', 'tools-call-error', 'tools-call-with-progress'];

const ANSWERS_TEXT = 'wants a tool that answers other content than text; every tool here answers text';
const NOT_OFFERED = 'of a capability that a server of tools only does not declare';
const ASKS_BACK = 'wants the server to ask its client or to log to it, which no tool needs';
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
  'tools-call-sampling': ASKS_BACK,
  'tools-call-elicitation': ASKS_BACK,
  'elicitation-sep1034-defaults': ASKS_BACK,
  'elicitation-sep1330-enums': ASKS_BACK,
  'server-sse-polling': 'of resumable streams; none are offered',
  'json-schema-2020-12': 'wants one tool with a hand-written schema',
};

const SURFACES = LISTED.map(({ path }) => path);
/** Surfaces whose requests have to show a credential. */
const CREDENTIALED = LISTED.filter(({ credentials }) => credentials).map(({ path }) => path);

describe('the official programs', () => {
  /** Ways to the surfaces below /mcp: the inspector asks at /mcp alone, and neither program shows a credential. */
  const ways = new Map<string, HeaderProxy>();
  beforeAll(async () => {
    const authorization = `Bearer ${await pairedToken(demo.url, testWallet('owner'))}`;
    for (const path of SURFACES.slice(1)) {
      const headers = CREDENTIALED.includes(path) ? { authorization } : {};
      ways.set(path, await startHeaderProxy(`${demo.url}${path}`, headers));
    }
  });
  afterAll(async () => {
    for (const way of ways.values()) await way[Symbol.asyncDispose]();
  });
  const addressOf = (path: string) => `${ways.get(path)?.url ?? demo.url}/mcp`;

  describe('the conformance suite', () => {
    /** The outcome of every check by scenario. One process runs all, because each takes a second of a processor. */
    async function outcomes(url: string): Promise<ReadonlyMap<string, readonly string[]>> {
      await using directory = await temporaryDirectory();
      await run('conformance', ['server', '--url', url, '--output-dir', directory.path]);
      const found = new Map<string, string[]>();
      for (const folder of await readdir(directory.path)) {
        const [, name = ''] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(folder) ?? [];
        const checks = await readFile(join(directory.path, folder, 'checks.json'), 'utf8');
        found.set(
          name,
          check.parse(JSON.parse(checks)).map(({ status }) => status),
        );
      }
      return found;
    }

    const expectPassed = (checks: readonly string[] = []) => {
      const judged = checks.filter((status) => status !== 'INFO');
      expect(new Set(judged)).toEqual(new Set(['SUCCESS']));
    };

    test.for(SURFACES)('passes against the product on %s', async (path) => {
      const checks = await outcomes(addressOf(path));
      for (const name of APPLICABLE) expectPassed(checks.get(name));
    });

    describe('with its own tools', () => {
      let surface: SurfaceUnderTest;
      beforeAll(async () => {
        surface = await openSurface([
          toolOf('test_simple_text', () => 'This is a simple text response for testing.'),
          toolOf('test_error_handling', () => {
            throw new Error('This tool intentionally returns an error for testing');
          }),
          toolOf('test_tool_with_progress', (_text, { progress }) => {
            for (const done of [0, 50, 100]) progress(done, 100);
            return 'Done.';
          }),
        ]);
      });
      afterAll(async () => {
        await surface[Symbol.asyncDispose]();
      });

      test('passes against the transport', async () => {
        const checks = await outcomes(surface.mcp.url);
        for (const name of WITH_TOOLS_OF_THE_SUITE) expectPassed(checks.get(name));
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
    const inspect = async (path: string, ...args: string[]) => {
      const { exit, stdout, stderr } = await run('mcp-inspector', [
        '--cli',
        addressOf(path),
        '--transport',
        'http',
        ...args,
      ]);
      expect({ exit, stderr: exit === 0 ? '' : stderr }).toEqual({ exit: 0, stderr: '' });
      return JSON.parse(stdout);
    };
    const callOn = (path: string, tool: string, ...args: string[]) =>
      inspect(
        path,
        '--method',
        'tools/call',
        '--tool-name',
        tool,
        ...args.flatMap((arg) => ['--tool-arg', arg]),
      );
    const call = (tool: string, ...args: string[]) => callOn('/mcp', tool, ...args);

    test.for(LISTED)('lists the tools of $path and calls one', async ({ path, tools: listed }) => {
      const { tools } = await inspect(path, '--method', 'tools/list');

      expect(tools.map(({ name }: { name: string }) => name)).toEqual(listed.map(({ name }) => name));
      const { structuredContent } = await callOn(path, 'get_ilo_details');
      expect(structuredContent.source.commitment).toBe('confirmed');
    });

    test('shows the rewards of the owner, and that a scope is missing', async () => {
      const { structuredContent } = await callOn('/mcp/agent-v1', 'get_rewards_summary');
      expect(structuredContent.wallet_address).toBe(testWallet('owner').address);
      const refused = await callOn('/mcp/agent-v1', 'jupiter_swap');
      expect([refused.isError, refused.structuredContent.code]).toEqual([true, 'missing_scope']);
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
      const verify = async () => {
        const { structuredContent } = await call(
          'verify_account',
          `pubkey=${detail.structuredContent.launch.address}`,
        );
        // The node is ahead of the index for as long as the index is behind the chain.
        return structuredContent.code !== 'index_behind_min_slot' && structuredContent;
      };
      const verified = await waitFor(verify, { what: 'the index to be where the node is' });
      expect(verified).toMatchObject({ kind: 'launch_config', equal: true });
    });

    test('shows a failed call as one', async () => {
      const { isError, structuredContent } = await call('get_ilo_details', 'launch_id=424242');

      expect({ isError, code: structuredContent.code }).toEqual({ isError: true, code: 'launch_not_found' });
    });
  });
});
