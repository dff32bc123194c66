import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STRATEGY_KIND_NAMES } from '../../../schemas/strategies/kinds.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import type { TestWallet } from '../../support/wallets.ts';
import { openAgentApi } from '../support/agent-api.ts';
import { DeskUnderTest, type Told } from '../support/agent-records-under-test.ts';
import { DCA, MINT_B, PLANS, RUN } from '../support/strategy-plans.ts';

const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

/** Plans for gated markets pass their gates too. */
const MARKETS = { PERPS_JURISDICTIONS: 'CH', EQUITY_JURISDICTIONS: 'CH' };

let store: DecisionStore;
let clock: ManualClock;
let agentRecords: DeskUnderTest;
let owner: TestWallet;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(Date.parse('2026-10-01T12:00:00Z'));
  agentRecords = new DeskUnderTest(await openAgentApi(store.oltp, clock, MARKETS), store);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(async () => {
  clock.advance(60_000);
  owner = agentRecords.newOwner();
  await agentRecords.declare(owner);
});
const call = (name: string, raw?: unknown, by = owner): Promise<Told> => agentRecords.call(by, name, raw);
const toolOf = (kind: string) => (kind === 'composed' ? 'compose_strategy' : `strategy_${kind}_create`);
const dca = (by = owner): Promise<Told> => call('strategy_dca_create', { name: 'Weekly', ...DCA }, by);

describe('a strategy of each kind', () => {
  test('has a case here', () => {
    expect([...Object.keys(PLANS), 'composite'].sort()).toEqual([...STRATEGY_KIND_NAMES].sort());
  });

  test.for(Object.entries(PLANS))(
    '%s: is kept as it was asked for, and says whether anything executes it',
    async ([kind, { good }]) => {
      const made = await call(toolOf(kind), { name: 'Mine', ...good });
      expect(made).toMatchObject({
        kind,
        name: 'Mine',
        plan: good,
        version: 1,
        executes: RUN.includes(kind),
      });
      expect(made.status).toBe(RUN.includes(kind) ? 'active' : 'stored');
      expect(made.not_run_because === null).toBe(RUN.includes(kind));
      expect((await call('get_strategy', { strategy_id: made.strategy_id })).strategy).toEqual(made);
      expect((await call('list_strategies')).results).toEqual([made]);
    },
  );

  test.for(
    Object.entries(PLANS).flatMap(([kind, { good, wrong }]) =>
      wrong.map((change) => [kind, good, change] as const),
    ),
  )(
    '%s: is refused with its member named where it is no sense: %o %o',
    async ([kind, good, [member, value]]) => {
      const refusal = await call(toolOf(kind), { name: 'Mine', ...good, [member]: value });
      expect(refusal).toMatchObject({ code: 'parameter_malformed' });
      expect(refusal.detail).toMatch(new RegExp(`^${member}[.\\w]* must be `));
      expect((await call('list_strategies')).results).toEqual([]);
    },
  );

  test('composite: is made of strategies of the same owner alone, and of no composite', async () => {
    const [one, two] = [await dca(), await dca()];
    const parts = (...ids: string[]) => ids.map((strategy_id) => ({ strategy_id, weight_bps: 5_000 }));
    const made = await call('strategy_composite_create', {
      ...{ name: 'Both', parts: parts(one.strategy_id, two.strategy_id) },
    });
    expect(made).toMatchObject({ kind: 'composite', status: 'stored' });
    const foreign = await dca(agentRecords.newOwner());
    for (const id of [foreign.strategy_id, UNKNOWN]) {
      const refused = await call('strategy_composite_create', {
        name: 'X',
        parts: parts(one.strategy_id, id),
      });
      expect(refused).toMatchObject({ code: 'strategy_unknown' });
    }
    for (const wrong of [parts(one.strategy_id, made.strategy_id), parts(one.strategy_id, one.strategy_id)]) {
      expect(await call('strategy_composite_create', { name: 'X', parts: wrong })).toMatchObject({
        code: 'parameter_malformed',
      });
    }
  });
});

describe('the life of a strategy', () => {
  test('goes by its table, one version at a time', async () => {
    const { strategy_id } = await dca();
    const move = (name: string, more = {}) => call(name, { strategy_id, ...more });
    expect(await move('strategy_resume')).toMatchObject({ code: 'strategy_state' });
    expect(await move('strategy_pause', { expected_version: 7 })).toMatchObject({ code: 'version_conflict' });
    expect(await move('strategy_pause', { expected_version: 1 })).toMatchObject({
      status: 'paused',
      version: 2,
    });
    expect(await move('strategy_modify', { plan: { ...DCA, steps: 9 }, name: 'Daily' })).toMatchObject({
      ...{ status: 'paused', version: 3, name: 'Daily', plan: { ...DCA, steps: 9 } },
    });
    expect(await move('strategy_resume')).toMatchObject({ status: 'active', version: 4 });
    expect(await move('sr_configure_strategy', { note: 'Look at it.', tags: ['calm'] })).toMatchObject({
      ...{ version: 5, settings: { label: null, note: 'Look at it.', tags: ['calm'] } },
    });
    expect(await move('sr_configure_strategy', { label: 'Mine' })).toMatchObject({
      settings: { label: 'Mine', note: 'Look at it.', tags: ['calm'] },
    });
    const both = await Promise.all([move('strategy_cancel'), move('strategy_cancel')]);
    expect(both.map(({ code, status }) => code ?? status).sort()).toEqual(['cancelled', 'strategy_state']);
    for (const name of ['strategy_modify', 'strategy_resume', 'publish_strategy', 'sr_configure_strategy']) {
      expect(await move(name)).toMatchObject({ code: 'strategy_state' });
    }
  });

  test('takes no plan that is no sense for its kind', async () => {
    const { strategy_id } = await dca();
    for (const [plan, member] of [
      [{ ...DCA, pay_mint: MINT_B }, 'plan.pay_mint'],
      [{ ...DCA, steps: '3' }, 'plan.steps'],
      [{ ...DCA, leverage: 5 }, 'plan.leverage'],
      [PLANS.stoploss?.good, 'plan.'],
    ] as const) {
      const refused = await call('strategy_modify', { strategy_id, plan });
      expect(refused).toMatchObject({ code: 'parameter_malformed' });
      expect(refused.detail).toContain(member);
    }
    expect((await call('get_strategy', { strategy_id })).strategy.version).toBe(1);
  });

  test('is nobody else’s, under whatever id it is named', async () => {
    const { strategy_id } = await dca();
    const stranger = agentRecords.newOwner();
    for (const id of [strategy_id, UNKNOWN]) {
      for (const name of [
        'strategy_pause',
        'strategy_resume',
        'strategy_cancel',
        'publish_strategy',
        'strategy_modify',
        'clone_strategy',
        'get_strategy',
        'sr_configure_strategy',
      ]) {
        expect(await call(name, { strategy_id: id }, stranger)).toMatchObject({ code: 'strategy_unknown' });
      }
      const suggested = { strategy_id: id, plan: DCA, rationale: 'x' };
      expect(await call('propose_template_update', suggested, stranger)).toMatchObject({
        code: 'strategy_unknown',
      });
    }
    expect((await call('list_strategies', {}, stranger)).results).toEqual([]);
    expect((await call('get_strategy', { strategy_id })).strategy).toMatchObject({
      status: 'active',
      version: 1,
    });
  });

  test('begins a hundred times at most before others have ended', async () => {
    const made = [];
    for (let at = 0; at < 100; at += 1) made.push(await dca());
    expect(await dca()).toMatchObject({ code: 'records_full' });
    await call('strategy_cancel', { strategy_id: made[0].strategy_id });
    expect(await dca()).toMatchObject({ status: 'active' });
  });
});

describe('a listing of strategies', () => {
  const paged = async (raw: object): Promise<Told> => call('list_strategies', raw);

  test('goes on page by page, however many there are and whenever they were made', async () => {
    const made: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      made.unshift((await dca()).strategy_id);
      // Some are of the same moment.
      if (at % 2 === 0) clock.advance(1_000);
    }
    const seen: string[] = [];
    let page = await paged({ limit: 2 });
    for (; ; page = await paged({ limit: 2, before: seen.at(-1) })) {
      seen.push(...page.results.map(({ strategy_id }: Told) => strategy_id));
      if (!page.has_more) break;
      expect(page.results).toHaveLength(2);
    }
    expect([...seen].sort()).toEqual([...made].sort());
    expect(await paged({ before: seen.at(-1) })).toMatchObject({ results: [], has_more: false });
    const foreign = (await dca(agentRecords.newOwner())).strategy_id;
    for (const before of [foreign, UNKNOWN]) expect((await paged({ before })).results).toEqual([]);
    expect(await paged({ before: 'x' })).toMatchObject({ code: 'parameter_malformed' });
  });

  test('goes on with what everybody has published, beside the owner’s own', async () => {
    const made: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      const by = agentRecords.newOwner();
      const { strategy_id } = await dca(by);
      await call('publish_strategy', { strategy_id }, by);
      made.unshift(strategy_id);
      clock.advance(1_000);
    }
    const page = { limit: 1, published: true };
    const first = await paged(page);
    expect(first).toMatchObject({ published: [{ strategy_id: made[0] }], published_has_more: true });
    const second = await paged({ ...page, published_before: made[0] });
    expect(second).toMatchObject({ published: [{ strategy_id: made[1] }], published_has_more: true });
    const third = await paged({ limit: 200, published: true, published_before: made[1] });
    expect(third).toMatchObject({ results: [], has_more: false, published_has_more: false });
    expect(third.published[0]).toMatchObject({ strategy_id: made[2] });
  });
});

describe('a published strategy', () => {
  test('is cloned by others as it was published, and shows nothing of its owner', async () => {
    const { strategy_id } = await dca();
    await call('sr_configure_strategy', { strategy_id, note: 'my secret' });
    const published = await call('publish_strategy', { strategy_id });
    expect(published).toMatchObject({ published_version: 3, version: 3 });
    await call('strategy_modify', { strategy_id, plan: { ...DCA, steps: 1000 }, name: 'Mine alone' });

    const other = agentRecords.newOwner();
    const seen = await call('get_strategy', { strategy_id }, other);
    expect(seen).toMatchObject({ strategy: null, published: { name: 'Weekly', plan: DCA, version: 3 } });
    const listed = await call('list_strategies', { published: true }, other);
    expect(listed.published).toContainEqual(seen.published);
    for (const secret of [
      owner.address,
      'my secret',
      'Mine alone',
      (await agentRecords.callerOf(owner)).credentialId,
    ]) {
      expect(JSON.stringify([seen, listed])).not.toContain(secret);
    }
    const clone = await call('clone_strategy', { strategy_id }, other);
    expect(clone).toMatchObject({
      status: 'stored',
      name: 'Weekly',
      plan: DCA,
      cloned_from: strategy_id,
      version: 1,
    });
    expect(await call('strategy_resume', { strategy_id: clone.strategy_id }, other)).toMatchObject({
      status: 'active',
    });
    expect(await call('strategy_pause', { strategy_id: clone.strategy_id })).toMatchObject({
      code: 'strategy_unknown',
    });
  });
});

test('strategies of a wallet that is paused or killed are read all the same, and a paused one lets them be stopped', async () => {
  const { strategy_id } = await dca();
  const { strategy_id: stopped } = await dca();
  for (const state of ['paused', 'killed'] as const) {
    await agentRecords.setSwitch(owner, state);
    for (const [name, raw] of [
      ['strategy_dca_create', { name: 'x', ...DCA }],
      ['strategy_resume', { strategy_id }],
      ['publish_strategy', { strategy_id }],
      ['clone_strategy', { strategy_id }],
    ] as const) {
      expect(await call(name, raw)).toMatchObject({ code: `wallet_${state}` });
    }
    expect((await call('get_strategy', { strategy_id })).strategy).toMatchObject({
      status: 'active',
      version: 1,
    });
    for (const [name, status] of [
      ['strategy_pause', 'paused'],
      ['strategy_cancel', 'cancelled'],
    ] as const) {
      const expected = state === 'paused' ? { status } : { code: 'wallet_killed' };
      expect(await call(name, { strategy_id: stopped })).toMatchObject(expected);
    }
  }
});
