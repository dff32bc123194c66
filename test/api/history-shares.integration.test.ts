import { describe, expect, test } from 'vitest';
import { askingNetwork } from '../../api/access/asking-network.ts';
import { startApi } from '../../api/main.ts';
import { systemClock } from '../../core/kernel/clock.ts';
import { settingsSchema } from '../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../core/kernel/shutdown.ts';
import type { OlapLane, Statement, Turn } from '../../core/olap/port.ts';
import { TEST_PROGRAM } from '../support/index-builder.ts';
import { waitFor } from '../support/wait-for.ts';
import { McpUnderTest } from './mcp/support/mcp-under-test.ts';
import { indexSuite } from './support/index-suite.ts';
import { silentLogger } from './support/mirror-under-test.ts';

const CURVE = '/api/v1/ilo/launches/7/raise-curve/?as_of_slot=3';
const QUERY = '{ launch(launchId: "7", asOfSlot: 3) { raiseCurve(points: 9) { slot } } }';
const HEAVY = '2001:db8:1:2::';
const LIGHT = '2001:db8:1:3::1';
/** A client whose statement does not end: who reads alone is refused nothing. */
const LASTING = '203.0.113.7';
const STATEMENT_MS = 40_000;

interface Lasting {
  readonly begun: PromiseWithResolvers<void>;
  readonly over: PromiseWithResolvers<void>;
}

describe('reads of the past', () => {
  const under = indexSuite();

  /** The lane on a clock by which every statement of the heavy client takes long. */
  function slowed(lane: OlapLane, pass: (ms: number) => void, lasting: Lasting): OlapLane {
    const slow =
      (turn: Turn): Turn =>
      async (connections, signal) => {
        const end = await turn(connections, signal);
        if (askingNetwork() === LASTING) {
          lasting.begun.resolve();
          return () => void lasting.over.promise.then(end);
        }
        if (askingNetwork() !== HEAVY) return end;
        return () => {
          pass(STATEMENT_MS);
          end();
        };
      };
    const timed = (statement: Statement): Statement =>
      statement.turn === undefined ? statement : { ...statement, turn: slow(statement.turn) };
    return { ...lane, query: (statement, row) => lane.query(timed(statement), row) };
  }

  async function withApi(
    work: (url: string, pass: (ms: number) => void, endLasting: () => Promise<void>) => Promise<void>,
  ) {
    under.index
      .launch({ launchId: 7n, slot: 2n, totalPledged: 1n })
      .launch({ launchId: 7n, slot: 6n, totalPledged: 2n })
      .coverage('streamed', 1n, 9n);
    await under.index.checkpoint({ slot: 9n, indexedAt: Date.now() });
    let passed = 0;
    const lasting: Lasting = { begun: Promise.withResolvers(), over: Promise.withResolvers() };
    const pass = (ms: number): void => {
      passed += ms;
    };
    const clock = { ...systemClock, now: () => Date.now() + passed };
    const shutdown = createShutdown();
    const settings = settingsSchema.parse({
      ...{ HTTP_PORT: '0', ESCROW_PROGRAM_ID: TEST_PROGRAM, HTTP_TRUSTED_PROXIES: '127.0.0.1' },
    });
    const olap = { ...under.olap, reader: slowed(under.olap.reader, pass, lasting) };
    const api = await startApi({ olap, logger: silentLogger, shutdown, settings, clock });
    try {
      await waitFor(async () => (await ask(api.url, LIGHT, 2)).status === 200, {
        what: 'slot 3 to be served',
      });
      const asked = ask(api.url, LASTING, 3);
      await lasting.begun.promise;
      const endLasting = async () => {
        lasting.over.resolve();
        await asked;
      };
      await Promise.all([asked, work(api.url, pass, endLasting)]);
    } finally {
      lasting.over.resolve();
      await shutdown.run('the test is over');
    }
  }

  /** Each number of points is a question of its own, whose answer does not lie ready yet. */
  const ask = (url: string, client: string, points: number) =>
    fetch(`${url}${CURVE}&points=${points}`, { headers: { 'x-forwarded-for': client } });

  async function overGraphql(url: string, client: string): Promise<string> {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify({ query: QUERY }),
    });
    return answer.text();
  }

  async function overMcp(url: string, client: string): Promise<string> {
    const mcp = new McpUnderTest(`${url}/mcp`);
    const session = await mcp.initialize({ 'x-forwarded-for': client });
    return (await mcp.call('get_raise_curve', { launch_id: '7', as_of_slot: 3 }, session)).text;
  }

  /** Uses up the time of the heavy network, each time from another of its addresses. */
  async function useUp(url: string, points: number): Promise<Response> {
    for (let host = 1; host <= 5; host += 1) {
      const answer = await ask(url, `${HEAVY}${host}`, points + host);
      if (answer.status === 429) return answer;
    }
    throw new Error('five reads of the past did not use up the time of a network');
  }

  test('are refused to a network that has used its time, over every API, and to no other one', () =>
    withApi(async (url, pass, endLasting) => {
      const refused = await useUp(url, 10);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toEqual({
        detail: expect.stringMatching(
          /^Your network has used its share of ClickHouse reads\. Try again in \d+ s\.$/,
        ),
        code: 'client_share_used',
      });
      const another = `${HEAVY}ff`;
      expect(await overGraphql(url, another)).toContain('"code":"CLIENT_SHARE_USED"');
      expect(await overMcp(url, another)).toContain('share of ClickHouse reads');
      const newest = await fetch(`${url}/api/v1/ilo/launches/7/`, {
        headers: { 'x-forwarded-for': another },
      });
      expect(newest.status).toBe(200);

      // The same question at the same time: who may ask is not refused with who may not.
      const both = await Promise.all([another, LIGHT].map((client) => ask(url, client, 20)));
      expect(both.map(({ status }) => status)).toEqual([429, 200]);
      expect(await overGraphql(url, LIGHT)).toContain('"raiseCurve":[{');
      expect(await overMcp(url, LIGHT)).toContain('"steps":1');
      expect(await (await fetch(`${url}/metrics`)).text()).toMatch(
        /launchlens_api_limit_refusals_total\{limit="history"\} [1-9]/,
      );

      pass(10 * STATEMENT_MS);
      expect(await overGraphql(url, another)).not.toContain('CLIENT_SHARE_USED');

      await useUp(url, 30);
      await endLasting();
      expect((await ask(url, another, 40)).status).toBe(200);
    }));
});
