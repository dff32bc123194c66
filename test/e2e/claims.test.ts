import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../core/kernel/clock.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import { createRewardLedger } from '../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../core/ledger/port.ts';
import { preMintNow } from '../../core/ledger/pre-mint.ts';
import { migrate } from '../../core/olap/migrate.ts';
import { createOlap } from '../../core/olap/open.ts';
import type { Olap } from '../../core/olap/port.ts';
import { integerColumn, smallColumn } from '../../core/oltp/statements.ts';
import { REVIEW_WINDOW_MS } from '../../core/rules/rewards.ts';
import { type ApiProcess, ApiProcesses } from '../support/api-processes.ts';
import type { SharedDecisionStore } from '../support/decision-stores.ts';
import { IndexBuilder, pubkeyOf } from '../support/index-builder.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../support/postgres-server.ts';
import { signIn } from '../support/sign-in.ts';
import { waitFor } from '../support/wait-for.ts';
import { type TestWallet, testWallet } from '../support/wallets.ts';

const MINT = pubkeyOf('reward mint');
const logger = createLogger('silent');
const RECORDS = 60;
const ROUNDS = 2;
/** Where the server holds a claim up until the test lets it go on: just before a step of its transaction. */
const STEPS = [
  { step: 'before its request is written', at: 'BEFORE INSERT ON payout_requests' },
  { step: 'between its request and the records', at: 'BEFORE INSERT ON payout_request_records' },
  { step: 'between its records and the end', at: 'AFTER INSERT ON payout_request_records' },
  {
    step: 'in the midst of its commit',
    at: 'AFTER INSERT ON payout_requests DEFERRABLE INITIALLY DEFERRED',
    kind: 'CONSTRAINT',
  },
] as const;

interface Claimed {
  readonly status: number;
  readonly id: number | undefined;
  readonly earningCount: number | undefined;
}

describe.skipIf(postgresIsMissing)(`claims at two API processes over ${POSTGRES_SUITE_NAME}`, () => {
  let apis: ApiProcesses;
  let decisions: SharedDecisionStore;
  let olap: Olap;
  let ledger: RewardLedger;
  /** It is never killed. */
  let survivor: ApiProcess;
  let lastRecord = 0n;

  beforeAll(async () => {
    apis = await ApiProcesses.over({ REWARD_MINT: MINT });
    ({ decisions } = apis);
    olap = await createOlap({
      clickhouseUrl: apis.clickhouse.url,
      dataDir: apis.directory.path,
      logger,
    });
    await migrate(olap, { logger });
    const index = new IndexBuilder(olap);
    await index.reset();
    index.coverage('streamed', 1n, 20n);
    await index.checkpoint({ slot: 20n });
    await olap.writer.command({
      sql: `INSERT INTO mint_versions (address, decimals, slot, closed, revision)
        SELECT base58Decode({mint:String}), 6, 5, 0, 1`,
      parameters: { mint: MINT },
    });
    const preMint = (signal?: AbortSignal) => preMintNow(olap.reader, MINT, signal);
    ledger = createRewardLedger({ olap, clock: systemClock, logger, preMint });
    survivor = await startApi();
  });
  afterAll(async () => {
    await ledger?.close();
    await olap?.close();
    await apis?.[Symbol.asyncDispose]();
  });

  const startApi = () => apis.start();

  async function send(url: string, body: unknown, headers: Record<string, string> = {}) {
    return fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** A claim. A busy store may answer 503, to which it asks again. Undefined when the connection broke. */
  async function claim(
    api: string,
    wallet: TestWallet,
    token: string,
    key?: string,
  ): Promise<Claimed | undefined> {
    const headers = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) };
    const attempt = async (): Promise<Claimed | undefined> => {
      try {
        const answer = await send(`${api}/referrals/claim/`, { wallet_address: wallet.address }, headers);
        const body = (await answer.json()) as { id?: number; earning_count?: number };
        return { status: answer.status, id: body.id, earningCount: body.earning_count };
      } catch {
        return undefined;
      }
    };
    let answer: Claimed | undefined;
    const answered = async () => {
      answer = await attempt();
      return answer?.status !== 503;
    };
    await waitFor(answered, { what: 'a claim to be answered' });
    return answer;
  }

  /** Records of a wallet that are matured and priced. */
  async function accrue(wallet: TestWallet, count: number): Promise<void> {
    const at = Date.now() - REVIEW_WINDOW_MS - 60_000;
    const events = Array.from({ length: count }, () => {
      lastRecord += 1n;
      const recordId = lastRecord;
      return [
        { kind: 'accrued', recordId, program: 'referral', wallet: wallet.address, at, amount: undefined },
        { kind: 'priced', recordId, at: at + 1, amount: 7n },
      ] as const;
    });
    const { stored } = await ledger.append(events.flat(), { by: 'test' });
    expect(stored).toBe(2 * count);
  }

  async function requestsOf(wallet: TestWallet) {
    const sql = `SELECT id, reward_amount, earning_count, (SELECT count(*) FROM payout_request_records WHERE request_id = id) AS held
      FROM payout_requests WHERE wallet = $1 ORDER BY id`;
    const row = z.object({
      ...{ id: integerColumn, reward_amount: integerColumn },
      ...{ earning_count: smallColumn, held: smallColumn },
    });
    return decisions.oltp.query(sql, [wallet.address], row);
  }

  async function recordsTwice(): Promise<number | undefined> {
    const sql = `SELECT count(*) AS n FROM (
      SELECT record_id FROM payout_request_records WHERE released_at IS NULL GROUP BY record_id HAVING count(*) > 1
    ) AS twice`;
    return (await decisions.oltp.query(sql, [], z.object({ n: smallColumn })))[0]?.n;
  }

  test('fifty at once for one wallet are one request', async () => {
    const wallet = testWallet('fifty');
    const other = await startApi();
    const token = await signIn(survivor.url, wallet);
    await accrue(wallet, RECORDS);

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => claim((at % 2 === 0 ? survivor : other).url, wallet, token)),
    );

    const made = answers.filter((answer) => answer?.status === 200);
    expect(made).toEqual([expect.objectContaining({ earningCount: RECORDS })]);
    expect(answers.filter((answer) => answer?.status === 404)).toHaveLength(49);
    expect(await requestsOf(wallet)).toEqual([
      expect.objectContaining({ earning_count: RECORDS, held: RECORDS, reward_amount: 7n * BigInt(RECORDS) }),
    ]);
    expect((await other.process.end('SIGTERM')).code).toBe(0);
  });

  test('killed in the midst of it, and asked again with the same key, stay one request', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const wallet = testWallet(`killed ${round}`);
      const token = await signIn(survivor.url, wallet);
      await accrue(wallet, RECORDS);
      const victim = await startApi();

      // When many claims run and one of the processes is killed, a little later each round
      const underWay = Array.from({ length: 20 }, (_, at) =>
        claim((at % 2 === 0 ? victim : survivor).url, wallet, token, `key-${round}`),
      );
      await systemClock.sleep(round * 25);
      await victim.process.end('SIGKILL');
      const answers = await Promise.all(underWay);

      // Then everybody who was answered, before and after, was answered with the one request
      const again = await claim(survivor.url, wallet, token, `key-${round}`);
      const heard = [...answers, again].filter((answer) => answer !== undefined);
      const requests = await requestsOf(wallet);
      expect(requests).toEqual([expect.objectContaining({ earning_count: RECORDS, held: RECORDS })]);
      const one = { status: 200, id: Number(requests[0]?.id), earningCount: RECORDS };
      expect(heard).toEqual(heard.map(() => one));
      expect((await claim(survivor.url, wallet, token))?.status).toBe(404);
    }
    expect(await recordsTwice()).toBe(0);
  });

  test('killed at each step of a claim while fifty are asked for, are one request and lose no record', async () => {
    for (const { step, ...gate } of STEPS) {
      const wallet = testWallet(`killed ${step}`);
      const token = await signIn(survivor.url, wallet);
      await accrue(wallet, RECORDS);
      const victim = await startApi();
      let answers: Promise<(Claimed | undefined)[]> = Promise.resolve([]);

      // When a claim has come to the step, others wait behind it, and its process is killed
      await apis.heldUp([gate], async ({ atGate, waiting }) => {
        const first = claim(victim.url, wallet, token);
        await waitFor(async () => (await atGate()) === 1, { what: `a claim ${step}` });
        const others = Array.from({ length: 49 }, (_, at) =>
          claim((at % 2 === 0 ? victim : survivor).url, wallet, token),
        );
        answers = Promise.all([first, ...others]);
        await waitFor(async () => (await waiting()) > 3, { what: 'others behind it' });
        await victim.process.end('SIGKILL');
      });

      // Then of all who were answered, and who ask again, one is given the request, unless the killed one had made it
      const heard = [...(await answers), await claim(survivor.url, wallet, token)];
      const statuses = heard.flatMap((answer) => answer?.status ?? []);
      expect(statuses.filter((status) => status === 200).length, step).toBeLessThanOrEqual(1);
      expect([200, 404], step).toEqual(expect.arrayContaining(statuses));
      expect((await claim(survivor.url, wallet, token))?.status).toBe(404);
      const requests = await requestsOf(wallet);
      expect(requests, step).toEqual([expect.objectContaining({ earning_count: RECORDS, held: RECORDS })]);
    }
    expect(await recordsTwice()).toBe(0);
  });
});
