import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RunnerContext } from '../../../api/actions/strategies/runner.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { webhookEvent } from '../../../schemas/webhooks/event.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import type { TestWallet } from '../../support/wallets.ts';
import { deliveriesOf, insertWebhook } from '../../support/webhook-rows.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';
import { DeskUnderTest, type Told } from '../support/agent-records-under-test.ts';
import { BUY, letRun, PAY, runnerOver, swapVenue } from '../support/runner-under-test.ts';

const HOUR = 3_600_000;
const CODE = z.object({ code: z.string() });
const PLAN = { pay_mint: PAY, buy_mint: BUY, amount_per_step: '1000', interval_seconds: 3600, steps: 3 };

let store: DecisionStore;
let clock: ManualClock;
let api: AgentApi;
let agentRecords: DeskUnderTest;
let owner: TestWallet;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(Date.parse('2026-10-01T12:00:00Z'));
  api = await openAgentApi(store.oltp, clock);
  agentRecords = new DeskUnderTest(api, store);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(async () => {
  // Nothing of another test is due.
  await store.oltp.run("UPDATE strategies SET status = 'cancelled', next_step_at = NULL", []);
  owner = agentRecords.newOwner();
  await agentRecords.declare(owner);
});

const call = (name: string, raw?: unknown): Promise<Told> => agentRecords.call(owner, name, raw);
const create = async (change: object = {}): Promise<string> =>
  (await call('strategy_dca_create', { name: 'Weekly', ...PLAN, ...change })).strategy_id;
const found = async (strategy_id: string): Promise<Told> => call('get_strategy', { strategy_id });
const process = (venue = swapVenue()): RunnerContext =>
  runnerOver(api, { oltp: store.oltp, clock, venue, owner: owner.address });
const bare = (): RunnerContext =>
  runnerOver(api, { oltp: store.oltp, clock, venue: undefined, owner: owner.address });
const intents = async (): Promise<Told[]> =>
  (await api.asOwner(owner.address, 'GET', '/intents/')).json.results;
const auditLog = async (): Promise<Told[]> =>
  (await api.asOwner(owner.address, 'GET', '/call-decisions/')).json.results;

describe('a strategy that buys at intervals', () => {
  test('proposes its first step at once and one more each interval, until the last', async () => {
    const id = await create();
    const runner = process();
    await letRun(clock, runner);

    const [intent] = await intents();
    expect(intent).toMatchObject({
      ...{ action: 'jupiter_swap', status: 'proposed', has_transaction: true },
      summary: expect.stringMatching(
        /^Step 1 of 3 of strategy Weekly: swap 1000 base units of .* for at least 94 /,
      ),
      outflows: [{ mint: PAY, amount: '1000' }],
      arguments: { input_mint: PAY, output_mint: BUY, amount: '1000', slippage_bps: 50 },
    });
    const first = await found(id);
    expect(first.steps).toMatchObject([{ step: 1, outcome: 'proposed', intent_id: intent.id, code: null }]);
    expect(first.strategy).toMatchObject({ status: 'active', executes: true, steps_taken: 1 });
    expect(Date.parse(first.strategy.next_step_at)).toBe(clock.now() + HOUR);
    expect((await auditLog())[0]).toMatchObject({ tool: 'jupiter_swap', verdict: 'allowed' });

    clock.advance(HOUR - 1);
    await letRun(clock, runner);
    expect(await intents()).toHaveLength(1);
    for (const advance of [1, HOUR, 10 * HOUR]) {
      clock.advance(advance);
      await letRun(clock, runner);
    }
    const { strategy, steps, has_more } = await found(id);
    expect(strategy).toMatchObject({ status: 'completed', steps_taken: 3, next_step_at: null });
    expect([steps.map(({ step }: Told) => step), has_more]).toEqual([[3, 2, 1], false]);
    const page = async (before?: number) => {
      const told = await call('get_strategy', { strategy_id: id, limit: 2, before });
      return [told.steps.map(({ step }: Told) => step), told.has_more];
    };
    expect([await page(), await page(2)]).toEqual([
      [[3, 2], true],
      [[1], false],
    ]);
    expect(await intents()).toHaveLength(3);
    expect(runner.stats).toMatchObject({ proposed: 3, refused: 0, failures: 0 });
  });

  test('proposes nothing of an equity where that is closed, and its owner is told', async () => {
    const id = await create();
    const parts = { oltp: store.oltp, clock, venue: swapVenue(), owner: owner.address, equities: [BUY] };
    await letRun(clock, runnerOver(api, parts));

    expect((await found(id)).steps).toMatchObject([{ outcome: 'refused', code: 'jurisdiction_forbids' }]);
    expect((await auditLog())[0]).toMatchObject({ tool: 'jupiter_swap', gate: 'jurisdiction' });
    expect(await intents()).toEqual([]);
  });

  test('leaves out what was missed while nothing ran: one late step, then its schedule again', async () => {
    const id = await create({ steps: 100 });
    const runner = process();
    await letRun(clock, runner);
    clock.advance(7.5 * HOUR);
    for (let looks = 0; looks < 3; looks += 1) await letRun(clock, runner);

    const { strategy } = await found(id);
    expect(strategy.steps_taken).toBe(2);
    expect(Date.parse(strategy.next_step_at)).toBe(clock.now() + 0.5 * HOUR);
    expect(await intents()).toHaveLength(2);
  });

  test('makes one intent of a step over many processes at once', async () => {
    for (let made = 0; made < 6; made += 1) await create();
    const processes = [process(), process(), process()];
    await letRun(clock, ...processes);

    expect(await intents()).toHaveLength(6);
    expect(processes.reduce((sum, { stats }) => sum + stats.proposed, 0)).toBe(6);
  });

  test('makes one intent of a step whose process died before it was noted', async () => {
    const id = await create();
    await call('set_trading_limits', { limits: [{ mint: PAY, per_intent: null, per_day: '1500' }] });
    const dying = process();
    const gone = new LaunchlensError('OLTP_UNREACHABLE', { target: 'the store', reason: 'gone' });
    const cut = { ...dying.leases, note: () => Promise.reject(gone) };
    await letRun(clock, { ...dying, leases: cut });
    expect(await intents()).toHaveLength(1);
    expect((await found(id)).strategy.steps_taken).toBe(0);

    const other = process();
    await letRun(clock, other);
    expect((await found(id)).strategy.steps_taken).toBe(0);
    clock.advance(120_000);
    // One that comes too late to be let pass finds the intent all the same.
    const blind = { ...other.leases, intentOf: async () => undefined };
    await letRun(clock, { ...other, leases: blind });

    const [intent, ...more] = await intents();
    expect(more).toEqual([]);
    expect((await found(id)).steps).toMatchObject([{ step: 1, outcome: 'proposed', intent_id: intent.id }]);
  });
});

describe('a step is refused with its code, and the schedule goes on', () => {
  const refusedWith = async (id: string, runner: RunnerContext): Promise<Told> => {
    await letRun(clock, runner);
    const { strategy, steps } = await found(id);
    expect(strategy).toMatchObject({ status: 'active', steps_taken: 1 });
    expect(Date.parse(strategy.next_step_at)).toBe(clock.now() + HOUR);
    expect(await intents()).toEqual([]);
    return steps[0];
  };

  test('where no venue is configured', async () => {
    const webhook = await insertWebhook(store.oltp, owner.address, ['strategy.step_refused']);
    const id = await create();
    const step = await refusedWith(id, bare());
    expect(step).toMatchObject({ outcome: 'refused', code: 'venue_not_configured', intent_id: null });
    const [event] = await deliveriesOf(store.oltp, webhook);
    expect(webhookEvent.parse(JSON.parse(event?.body ?? ''))).toMatchObject({
      data: { strategy_id: id, name: 'Weekly', step: 1, code: 'venue_not_configured' },
    });
    const journals = async (by: Pubkey) => (await api.asOwner(by, 'GET', '/strategies/')).json.results;
    expect(await journals(owner.address)).toMatchObject([{ id, name: 'Weekly', steps: [step] }]);
    expect(await journals(agentRecords.newOwner().address)).toEqual([]);
    expect(step.detail).toContain('JUPITER_API_URL');
  });

  test('where the credential was revoked, and nobody is asked', async () => {
    const id = await create();
    const { credentialId } = await agentRecords.callerOf(owner);
    await api.asOwner(owner.address, 'POST', `/tokens/${credentialId}/revoke/`);
    const venue = swapVenue();
    await letRun(clock, process(venue));
    const rows = await store.oltp.query('SELECT code FROM strategy_steps WHERE strategy_id = $1', [id], CODE);
    expect(rows).toEqual([{ code: 'credential_refused' }]);
    expect(venue.asked).toBe(0);
  });

  test('where a limit forbids the swap', async () => {
    const limited = await create();
    await call('set_trading_limits', { limits: [{ mint: PAY, per_intent: '999', per_day: null }] });
    expect(await refusedWith(limited, process())).toMatchObject({ code: 'limit_exceeded' });
  });

  test.for(['jupiter_swap', 'strategy_dca_create'])('where the policy denies %s', async (tool) => {
    const id = await create();
    await call('set_wallet_policy', { denied_tools: [tool] });
    const venue = swapVenue();
    expect(await refusedWith(id, process(venue))).toMatchObject({ code: 'policy_forbids' });
    expect(venue.asked).toBe(0);
  });

  test('where the limit of a day is spent, before the venue is asked', async () => {
    const id = await create();
    await call('set_trading_limits', { limits: [{ mint: PAY, per_intent: null, per_day: '999' }] });
    const venue = swapVenue();
    expect(await refusedWith(id, process(venue))).toMatchObject({ code: 'limit_exceeded' });
    expect(venue.asked).toBe(0);
    const decided = (await auditLog()).filter(({ tool }: Told) => tool === 'jupiter_swap');
    expect(decided.map(({ gate }: Told) => gate)).toEqual(['limits']);
  });

  test('where its owner stops the wallet while the venue is asked, and the audit log has both', async () => {
    const id = await create();
    const venue = swapVenue();
    const { quote } = venue;
    const stopping = async (...asked: Parameters<typeof quote>) => {
      await agentRecords.setSwitch(owner, 'killed');
      return quote(...asked);
    };
    Object.assign(venue, { quote: stopping });
    expect(await refusedWith(id, process(venue))).toMatchObject({ code: 'wallet_killed' });
    const decided = (await auditLog()).filter(({ tool }: Told) => tool === 'jupiter_swap');
    expect(decided.map(({ gate }: Told) => gate)).toEqual(['switch', null]);
  });
});

test.for(['paused', 'killed'] as const)(
  'a wallet that is %s holds its steps until it runs',
  async (state) => {
    const id = await create();
    await agentRecords.setSwitch(owner, state);
    const venue = swapVenue();
    for (let looks = 0; looks < 3; looks += 1) {
      await letRun(clock, process(venue));
      clock.advance(60_000);
    }
    expect(venue.asked).toBe(0);
    expect((await found(id)).strategy).toMatchObject({ status: 'active', steps_taken: 0 });
    await agentRecords.setSwitch(owner, 'on');
    await letRun(clock, process(venue));
    expect((await found(id)).steps).toMatchObject([{ step: 1, outcome: 'proposed' }]);
  },
);

describe('a strategy that waits for a price', () => {
  const STOP = { mint: PAY, receive_mint: BUY, amount: '1000', limit_price: '0.09' };
  const stopLoss = async (stop_price: string): Promise<string> =>
    (await call('strategy_stoploss_create', { name: 'Floor', ...STOP, stop_price })).strategy_id;

  test('looks every 30 s, and shows what it saw', async () => {
    const id = await stopLoss('0.0949');
    const venue = swapVenue();
    const runner = process(venue);
    await letRun(clock, runner);
    const { strategy } = await found(id);
    expect(strategy).toMatchObject({ status: 'active', steps_taken: 0, version: 1 });
    expect(strategy.seen).toEqual({
      at: new Date(clock.now()).toISOString(),
      sentence: 'The price of 0.095 is above the stop of 0.0949.',
      ...{ price: '0.095', source: 'jupiter' },
    });
    expect(Date.parse(strategy.next_step_at)).toBe(clock.now() + 30_000);
    await letRun(clock, runner);
    expect(venue.asked).toBe(1);
    expect(await intents()).toEqual([]);
  });

  test('proposes with what it saw, asks once at a time, and is completed by the execution', async () => {
    const id = await stopLoss('0.095');
    const runner = process();
    await letRun(clock, runner);
    const [intent] = await intents();
    const at = new Date(clock.now()).toISOString();
    expect(intent.summary).toMatch(
      `Step 1 of strategy Floor: The price of 0.095 has reached the stop of 0.095. Seen at ${at} by a quote of jupiter.`,
    );
    expect(intent.arguments).toMatchObject({ amount: '1000', minimum_out: '90' });
    clock.advance(20 * 60_000);
    await letRun(clock, runner);
    expect(await intents()).toHaveLength(1);

    await store.oltp.run(
      `UPDATE intents SET status = 'confirmed', signature = 's', signed_transaction = '', last_valid_block_height = 1,
        slot = 1, closed_at = now() WHERE id = $1`,
      [intent.id],
    );
    clock.advance(30_000);
    await letRun(clock, runner);
    const { strategy, steps } = await found(id);
    expect(strategy).toMatchObject({ status: 'completed', steps_taken: 1, next_step_at: null });
    expect(steps).toMatchObject([{ intent_status: 'confirmed', seen: { price: '0.095', at } }]);
  });

  test('tries again after a failure that may pass, and counts no step for it', async () => {
    const id = await stopLoss('0.095');
    const venue = swapVenue();
    const { quote } = venue;
    // The look is answered, and the proposal that follows is not.
    const failing = async (...asked: Parameters<typeof quote>) => {
      if (venue.asked === 1) throw new LaunchlensError('VENUE_FAILED', { venue: 'jupiter', reason: 'down' });
      return quote(...asked);
    };
    Object.assign(venue, { quote: failing });
    const runner = process(venue);
    await letRun(clock, runner);
    expect((await found(id)).strategy).toMatchObject({ status: 'active', steps_taken: 0 });
    Object.assign(venue, { quote });
    clock.advance(60_000);
    await letRun(clock, runner);
    expect((await found(id)).steps).toMatchObject([{ step: 1, outcome: 'proposed' }]);
  });

  test('says why it sees nothing where no venue is configured, and forgets what it saw by another plan', async () => {
    const id = await stopLoss('0.095');
    await letRun(clock, bare());
    const { seen, ...strategy } = (await found(id)).strategy;
    expect(seen).toMatchObject({
      price: null,
      sentence: expect.stringContaining('JUPITER_API_URL is not set'),
    });
    expect(strategy).toMatchObject({ status: 'active', steps_taken: 0 });
    const plan = { ...STOP, stop_price: '0.0949' };
    expect(await call('strategy_modify', { strategy_id: id, plan })).toMatchObject({ seen: null });
  });

  test('of composed rules is stored where its plan names nothing to trade against, or loses it', async () => {
    const rules = [
      { measure: 'price', mint: PAY, is: 'above', value: '0.01', action: 'sell', share_bps: 100 },
    ];
    const made = await call('compose_strategy', { name: 'Rules', rules });
    expect(made).toMatchObject({ status: 'stored', not_run_because: expect.stringContaining('quote_mint') });
    expect(await call('strategy_resume', { strategy_id: made.strategy_id })).toMatchObject({
      code: 'strategy_not_run',
    });
    const { strategy_id, status } = await call('compose_strategy', { name: 'Run', rules, quote_mint: BUY });
    expect(status).toBe('active');
    expect(await call('strategy_modify', { strategy_id, plan: { rules } })).toMatchObject({
      ...{ status: 'stored', next_step_at: null },
    });
  });
});

describe('the credential that a strategy acts with', () => {
  const AUTHOR = z.object({ credential_id: z.string() });
  const authorOf = async (id: string) =>
    (await store.oltp.query('SELECT credential_id FROM strategies WHERE id = $1', [id], AUTHOR))[0]
      ?.credential_id;

  test.for([
    ['publish_strategy', false],
    ['strategy_pause', false],
    ['sr_configure_strategy', false],
    ['strategy_cancel', false],
    ['strategy_modify', true],
    ['strategy_resume', true],
    ['intelligence_suggestion_approve', true],
  ] as const)('is that of whoever says what it does: %s changes it: %s', async ([name, taken]) => {
    const strategy_id = await create();
    const first = await authorOf(strategy_id);
    let raw: object = { strategy_id };
    if (name === 'strategy_resume') await call('strategy_pause', { strategy_id });
    if (name === 'intelligence_suggestion_approve') {
      await call('publish_strategy', { strategy_id });
      const suggested = { strategy_id, plan: { ...PLAN, steps: 9 }, rationale: 'Longer.' };
      raw = { suggestion_id: (await call('propose_template_update', suggested)).suggestion_id };
    }
    const { credentialId } = await agentRecords.replaceAgentOf(owner);

    expect(await call(name, raw)).toMatchObject({ strategy_id });
    expect(credentialId).not.toBe(first);
    expect(await authorOf(strategy_id)).toBe(taken ? credentialId : first);
  });

  test('is not that of an agent that published it and was revoked', async () => {
    const strategy_id = await create();
    const { credentialId } = await agentRecords.replaceAgentOf(owner);
    await call('publish_strategy', { strategy_id });
    await api.asOwner(owner.address, 'POST', `/tokens/${credentialId}/revoke/`);
    await letRun(clock, process());
    await agentRecords.replaceAgentOf(owner);
    expect((await found(strategy_id)).steps).toMatchObject([{ step: 1, outcome: 'proposed' }]);
  });
});

describe('what a strategy waits for', () => {
  test('a venue that does not work is asked again, until the next step is due', async () => {
    const id = await create();
    const venue = {
      ...swapVenue(),
      quote: () =>
        Promise.reject(new LaunchlensError('VENUE_FAILED', { venue: 'jupiter', reason: 'it sleeps' })),
    };
    const runner = process(venue);
    await letRun(clock, runner);
    expect((await found(id)).strategy.steps_taken).toBe(0);
    clock.advance(60_000);
    await letRun(clock, process());
    expect((await found(id)).steps).toMatchObject([{ outcome: 'proposed' }]);

    clock.advance(2 * HOUR);
    await letRun(clock, runner);
    expect((await found(id)).steps[0]).toMatchObject({ step: 2, outcome: 'refused', code: 'venue_failed' });
  });

  test('nothing is taken while it is paused, and no sooner than an interval after it is resumed', async () => {
    const id = await create();
    const runner = process();
    await letRun(clock, runner);
    expect(await call('strategy_pause', { strategy_id: id })).toMatchObject({ next_step_at: null });
    const resumed = await call('strategy_resume', { strategy_id: id });
    expect(Date.parse(resumed.next_step_at)).toBe(clock.now() + HOUR);
    await call('strategy_pause', { strategy_id: id });
    clock.advance(5 * HOUR);
    await letRun(clock, runner);
    expect((await found(id)).strategy.steps_taken).toBe(1);
    await call('strategy_resume', { strategy_id: id });
    await letRun(clock, runner);
    expect((await found(id)).strategy.steps_taken).toBe(2);
  });

  test('a label changes neither the schedule nor whose credential acts, and another plan both', async () => {
    const id = await create();
    const before = (await found(id)).strategy.next_step_at;
    clock.advance(1_000);
    expect((await call('sr_configure_strategy', { strategy_id: id, label: 'Mine' })).next_step_at).toBe(
      before,
    );
    const runner = process();
    await letRun(clock, runner);
    const slower = { ...PLAN, interval_seconds: 7200 };
    const modified = await call('strategy_modify', { strategy_id: id, plan: slower });
    expect(Date.parse(modified.next_step_at)).toBe(clock.now() + 2 * HOUR);
    await call('strategy_modify', { strategy_id: id, plan: { ...slower, steps: 1 } });
    clock.advance(2 * HOUR);
    await letRun(clock, runner);
    expect((await found(id)).strategy).toMatchObject({ status: 'completed', steps_taken: 1 });
  });
});
