import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { manualClock } from '../../support/manual-clock.ts';
import type { TestWallet } from '../../support/wallets.ts';
import { openAgentApi } from '../support/agent-api.ts';
import { DeskUnderTest, type Told } from '../support/agent-records-under-test.ts';
import { DCA, PLANS } from '../support/strategy-plans.ts';

/** Perpetuals are open where equities are not, and the other way round. */
const MARKETS = { PERPS_JURISDICTIONS: 'CH', EQUITY_JURISDICTIONS: 'SG' };
const OPEN_IN = { perp_grid: 'CH', basis_trade: 'CH', hedge: 'CH', equity_dca: 'SG' } as const;
const KINDS = Object.keys(OPEN_IN) as readonly (keyof typeof OPEN_IN)[];
const ELSEWHERE = { CH: 'SG', SG: 'CH' } as const;

let store: DecisionStore;
let agentRecords: DeskUnderTest;
let owner: TestWallet;
beforeAll(async () => {
  store = await embeddedDecisions();
  const clock = manualClock(Date.parse('2026-10-01T12:00:00Z'));
  agentRecords = new DeskUnderTest(await openAgentApi(store.oltp, clock, MARKETS), store);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(() => {
  owner = agentRecords.newOwner();
});
const call = (name: string, raw?: unknown, by = owner): Promise<Told> => agentRecords.call(by, name, raw);
const made = async (kind: string): Promise<string> =>
  (await call(`strategy_${kind}_create`, { name: 'Mine', ...PLANS[kind]?.good })).strategy_id;

describe.each(KINDS)('a strategy of the kind %s', (kind) => {
  const plan = PLANS[kind]?.good;
  /** One that its owner keeps and has published, before the owner moved to a country whose market is closed. */
  const published = async (): Promise<string> => {
    await agentRecords.declare(owner, OPEN_IN[kind]);
    const strategy_id = await made(kind);
    await call('publish_strategy', { strategy_id });
    await agentRecords.declare(owner, ELSEWHERE[OPEN_IN[kind]]);
    return strategy_id;
  };
  const statusOf = async (strategy_id: string): Promise<Told> =>
    (await call('get_strategy', { strategy_id })).strategy;

  test('is neither created nor cloned where its market is closed or no country is declared', async () => {
    const strategy_id = await published();
    const other = agentRecords.newOwner();
    const asked = [
      [`strategy_${kind}_create`, { name: 'Mine', ...plan }],
      ['clone_strategy', { strategy_id }],
    ] as const;
    for (const [name, raw] of asked) {
      expect([name, (await call(name, raw, other)).code]).toEqual([name, 'jurisdiction_unknown']);
    }
    await agentRecords.declare(other, ELSEWHERE[OPEN_IN[kind]]);
    for (const [name, raw] of asked) {
      expect([name, (await call(name, raw, other)).code]).toEqual([name, 'jurisdiction_forbids']);
    }
    expect((await call('list_strategies', {}, other)).results).toEqual([]);
    await agentRecords.declare(other, OPEN_IN[kind]);
    expect(await call('clone_strategy', { strategy_id }, other)).toMatchObject({ kind, status: 'stored' });
  });

  test('is not made to act where its market is closed, and is stopped there all the same', async () => {
    const strategy_id = await published();
    const { suggestion_id } = await call('propose_template_update', { strategy_id, plan, rationale: 'Why.' });
    for (const [name, raw] of [
      ['strategy_resume', { strategy_id }],
      ['strategy_modify', { strategy_id, plan }],
      ['intelligence_suggestion_approve', { suggestion_id }],
    ] as const) {
      expect([name, (await call(name, raw)).code]).toEqual([name, 'jurisdiction_forbids']);
    }
    expect(await statusOf(strategy_id)).toMatchObject({ status: 'stored', version: 2 });
    await agentRecords.declare(owner, OPEN_IN[kind]);
    expect(await call('strategy_resume', { strategy_id })).toMatchObject({ code: 'strategy_not_run' });
    expect(await call('intelligence_suggestion_approve', { suggestion_id })).toMatchObject({ plan });
    await agentRecords.declare(owner, ELSEWHERE[OPEN_IN[kind]]);
    expect(await call('strategy_cancel', { strategy_id })).toMatchObject({ status: 'cancelled' });
  });
});

test('a strategy of a kind that trades on no gated market asks for no country', async () => {
  const strategy_id = await made('dca');
  const other = agentRecords.newOwner();
  expect(await call('publish_strategy', { strategy_id })).toMatchObject({ published_version: 2 });
  const clone = await call('clone_strategy', { strategy_id }, other);
  expect(await call('strategy_resume', { strategy_id: clone.strategy_id }, other)).toMatchObject({
    status: 'active',
  });
  expect(await call('strategy_modify', { strategy_id, plan: { ...DCA, steps: 9 } })).toMatchObject({
    version: 3,
  });
});

test('what is nobody’s to change is unknown, and tells nothing of its market', async () => {
  await agentRecords.declare(owner, 'CH');
  const strategy_id = await made('perp_grid');
  for (const name of ['strategy_resume', 'strategy_modify', 'clone_strategy']) {
    expect(await call(name, { strategy_id }, agentRecords.newOwner())).toMatchObject({
      code: 'strategy_unknown',
    });
  }
});
