import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { renderReport } from '../../cli/audit/render.ts';
import { isSound, reportOf } from '../../cli/audit/report.ts';
import { addressFromText, addressText } from '../../fixtures/localnet/keys/address.ts';
import { rewardCast } from '../../fixtures/localnet/scenarios/treasury.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { type DecisionStore, embeddedDecisions } from '../support/decision-stores.ts';
import { playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { signIn } from '../support/sign-in.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';
import { testWallet } from '../support/wallets.ts';

const SEED = 'settlement';
const BEFORE_MINT = 150;
const AFTER_MINT = 185;
const OPERATOR = 'the operator of this test';
/** The review window of seven days lies long behind it. */
const LONG_AGO = '2026-01-02T00:00:00.000Z';

const request = z.object({ id: z.number(), reward_amount: z.number(), status: z.string() });
const history = z.object({ results: z.array(z.object({ status: z.string(), tx_signature: z.string() })) });

/** A wallet's way through the API, as it goes: refused before the mint, then priced, claimed, paid and settled. */
describe('a reward', () => {
  const owner = testWallet('settled owner');
  let directory: TemporaryDirectory;
  let decisions: DecisionStore;
  let live: LiveChain;
  let index: RunningIndex;
  let slot = BEFORE_MINT;

  beforeAll(async () => {
    const { mint, treasury } = rewardCast(SEED);
    directory = await temporaryDirectory();
    decisions = await embeddedDecisions();
    live = await LiveChain.open({ seed: SEED });
    index = await startIndex({
      chain: live,
      dataDir: directory.path,
      oltp: decisions.oltp,
      settings: {
        REWARD_MINT: addressText(mint.address),
        TREASURY_TOKEN_ACCOUNT: addressText(treasury),
        REWARD_TOKEN_SYMBOL: 'TOKEN',
        OPERATOR_TOKEN: OPERATOR,
        JWT_SECRET: 'a secret of this test alone, long enough',
      },
    });
    await play(BEFORE_MINT);
  });
  afterAll(async () => {
    await index?.stop();
    await live?.[Symbol.asyncDispose]();
    await decisions?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  async function play(until: number): Promise<void> {
    slot = until;
    await playInStep(live, index, { until });
  }

  const ask = (path: string, token: string, init: RequestInit = {}) =>
    fetch(new URL(`/api/v1${path}`, index.url), {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });

  async function ingest(...rows: object[]): Promise<void> {
    const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const headers = { 'content-type': 'application/x-ndjson' };
    const answer = await ask('/operator/reward-events/', OPERATOR, { method: 'POST', headers, body });
    expect(await answer.text()).toContain('stored');
    expect(answer.status).toBe(200);
  }

  const claim = (token: string) =>
    ask('/referrals/claim/', token, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ wallet_address: owner.address }),
    });

  test('is refused before the mint, and paid on chain after it', async () => {
    const token = await signIn(index.url, owner);
    // Given two accrued referral fee-shares before there is a reward token
    await ingest(
      ...[1, 2].map((record_id) => ({
        ...{ kind: 'accrued', record_id, program: 'referral', wallet: owner.address },
        ...{ at: LONG_AGO, amount_base_units: null },
      })),
    );
    const refused = await claim(token);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ pre_mint: true, reward_asset: 'TOKEN' });
    // When the token is minted, they are priced and claimed
    await play(AFTER_MINT);
    await ingest(
      { kind: 'priced', record_id: 1, at: '2026-01-03T00:00:00.000Z', amount_base_units: 1_000_000 },
      { kind: 'priced', record_id: 2, at: '2026-01-03T00:00:00.000Z', amount_base_units: 250_000 },
    );
    const claimed = request.parse(await (await claim(token)).json());
    expect(claimed).toMatchObject({ reward_amount: 1_250_000, status: 'requested' });
    // And the treasury pays, first too little, then what was asked
    const treasury = live.chain.treasury ?? expect.fail('the scenario has no treasury');
    const memo = `launchlens:payout:${claimed.id}`;
    const wallet = addressFromText(owner.address);
    live.chain.submit(treasury.pay({ wallet, amount: 1_249_999n, memo }));
    live.chain.submit(treasury.pay({ wallet, amount: 1_250_000n, memo }));
    await play(slot + 12);
    expect((await rows(token)).every(({ status }) => status === 'claimable')).toBe(true);
    // Then, once that is final, every record is paid by that transaction
    await play(slot + 50);
    await waitFor(async () => (await rows(token)).every(({ status }) => status === 'paid'), {
      what: 'the payment to settle the request',
    });
    const [signature, ...others] = new Set((await rows(token)).map(({ tx_signature }) => tx_signature));
    expect(others).toEqual([]);
    expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/);
    const metrics = await (await fetch(new URL('/metrics', index.url))).text();
    expect(metrics).toMatch(/launchlens_settlement_unmatched_transfers 1\n/);
    expect(metrics).toMatch(/launchlens_settlement_settled_requests_total 1\n/);
    // And there is nothing left to claim
    expect((await claim(token)).status).toBe(404);
  });

  test('is held against the chain by audits, so that what nobody paid shows', async () => {
    const audit = () =>
      index.audits.audit({ launchId: undefined, repair: false, signal: AbortSignal.timeout(60_000) });
    expect(await audit()).toMatchObject({
      verdict: 'equal',
      paidFacts: { checked: true, facts: 2, unjudged: 0, differences: [] },
    });
    // Given a record that somebody recorded as paid without a payment, of a slot in which all payments are known
    const tx_signature = '5'.repeat(88);
    const revision = '(SELECT max(revision) FROM reward_checkpoints)';
    await index.olap.writer.command({
      sql: `INSERT INTO reward_events (record_id, kind, at, tx_signature, settled_slot, revision)
        SELECT 99, 'paid', now64(3), {signature:String}, {slot:UInt64}, ${revision}`,
      parameters: { signature: tx_signature, slot: BigInt(AFTER_MINT) },
    });
    const found = await audit();
    expect(found.verdict).toBe('equal');
    expect(found.paidFacts?.differences).toEqual([{ recordId: 99n, txSignature: tx_signature }]);
    expect(isSound(reportOf(found))).toBe(false);
    expect(renderReport(reportOf(found))).toContain(
      `record 99: ${tx_signature} does not pay it out of the treasury`,
    );
  });

  async function rows(token: string) {
    return history.parse(await (await ask('/user-rewards/history/', token)).json()).results;
  }
});
