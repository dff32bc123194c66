import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../api/main.ts';
import { pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { settingsSchema } from '../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../core/kernel/shutdown.ts';
import { openRpcLimit, type RpcLane, type RpcLimit } from '../../core/rpc/rate-limit.ts';
import { launchAddress } from '../../idl/pda.ts';
import { RpcClient } from '../../indexer/source/rpc/client.ts';
import { TEST_PROGRAM } from '../support/index-builder.ts';
import { result, startRpcScript } from '../support/rpc-script.ts';
import { waitFor } from '../support/wait-for.ts';
import { McpUnderTest } from './mcp/support/mcp-under-test.ts';
import { indexSuite } from './support/index-suite.ts';
import { silentLogger } from './support/mirror-under-test.ts';

const PER_SECOND = 20;
const under = indexSuite();

interface Started {
  readonly lane: RpcLane;
  /** Requests that waited at that moment. */
  readonly waiting: Readonly<Record<RpcLane, number>>;
}

/** The limit of a process, which notes what it starts. */
function noting(limit: RpcLimit): { readonly limit: RpcLimit; readonly started: Started[] } {
  const started: Started[] = [];
  const waiting = () => {
    const { indexer, transactions, jobs, reads } = limit.lanes;
    return {
      ...{ indexer: indexer.waiting, transactions: transactions.waiting },
      ...{ jobs: jobs.waiting, reads: reads.waiting },
    };
  };
  const run: RpcLimit['run'] = (work, turn) => {
    const noted = () => {
      started.push({ lane: turn.lane, waiting: waiting() });
      return work();
    };
    return limit.run(noted, turn);
  };
  return { limit: { ...limit, run }, started };
}

const keyOfLaunch = (id: bigint) => pubkeyFromBytes(launchAddress(pubkeyBytes(TEST_PROGRAM), id));

async function start() {
  for (const launchId of [7n, 8n]) under.index.launch({ launchId, slot: 1n });
  await under.index.checkpoint({ slot: 1n, indexedAt: Date.now() });
  const node = await startRpcScript(({ method }) =>
    result(method === 'getSlot' ? '1' : '{"context":{"slot":1},"value":null}'),
  );
  const settings = settingsSchema.parse({
    ...{ HTTP_PORT: '0', HTTP_TRUSTED_PROXIES: '127.0.0.1', ESCROW_PROGRAM_ID: TEST_PROGRAM },
    ...{ SOLANA_RPC_URL: node.url, SOLANA_RPC_RATE_PER_SECOND: String(PER_SECOND) },
  });
  const { limit, started } = noting(openRpcLimit(settings));
  const shutdown = createShutdown();
  const parts = { olap: under.olap, logger: silentLogger, rpcLimit: limit };
  const { url } = await startApi({ ...parts, settings, shutdown });
  onTestFinished(async () => {
    await shutdown.run('the test is over');
    await node.close();
  });
  await waitFor(async () => (await fetch(`${url}/ready`)).ok, { what: 'the index to be served' });
  return { url, node, limit, started };
}

test('reads of two networks over REST and MCP share one rate with the indexer, and come last', async () => {
  const { url, node, limit, started } = await start();
  // Readers of one account at one time share an answer.
  const [seven, eight] = [keyOfLaunch(7n), keyOfLaunch(8n)];
  const [one, other] = [{ 'x-forwarded-for': '198.51.100.7' }, { 'x-forwarded-for': '203.0.113.7' }];
  const mcp = new McpUnderTest(`${url}/mcp`);
  const rest = (pubkey: string) =>
    fetch(`${url}/api/v1/ilo/accounts/${pubkey}/verification/`, { headers: one });
  const sessions = [await mcp.initialize(other), await mcp.initialize(other)] as const;
  const overMcp = (pubkey: string, session: Record<string, string>) =>
    mcp.call('verify_account', { pubkey }, session);
  const waitingReads = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return Number(/^launchlens_rpc_waiting{lane="reads"} (\d+)$/m.exec(metrics)?.[1]);
  };
  const indexer = new RpcClient({ url: node.url, limit, retries: 0 });
  const leaving = new AbortController();
  const { signal } = leaving;
  const keepAsking = async (): Promise<void> => {
    while (!signal.aborted) await indexer.getSlot({ commitment: 'confirmed', signal });
  };

  const startedAt = Date.now();
  const indexing = Promise.allSettled(Array.from({ length: 4 * PER_SECOND }, keepAsking));
  const reads = [
    ...[rest(seven), rest(eight)],
    ...[overMcp(seven, sessions[0]), overMcp(eight, sessions[1])],
  ];
  await waitFor(async () => (await waitingReads()) === reads.length, { what: 'the reads to wait' });
  leaving.abort(new Error('the indexer has asked enough'));
  await indexing;
  const answers = await Promise.all(reads);
  const ms = Date.now() - startedAt;

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(started.filter(({ lane }) => lane === 'reads')).toHaveLength(reads.length);
  expect(node.requests.length).toBeLessThanOrEqual(started.length);
  for (const { lane, waiting } of started) if (lane === 'reads') expect(waiting.indexer).toBe(0);
  // The first second starts as many as the rate allows, each further one as many again.
  expect(ms).toBeGreaterThanOrEqual((Math.ceil(started.length / PER_SECOND) - 1) * 1000);
});
