import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import type { TestWallet } from '../../support/wallets.ts';
import { openAgentApi } from '../support/agent-api.ts';
import { DeskUnderTest, type Told } from '../support/agent-records-under-test.ts';
import { DCA } from '../support/strategy-plans.ts';

const UNKNOWN = '00000000-0000-4000-8000-00000000dead';
const DAY_MS = 86_400_000;

let store: DecisionStore;
let clock: ManualClock;
let agentRecords: DeskUnderTest;
let owner: TestWallet;
let other: TestWallet;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(Date.parse('2026-10-01T12:00:00Z'));
  agentRecords = new DeskUnderTest(await openAgentApi(store.oltp, clock), store);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(() => {
  clock.advance(60_000);
  [owner, other] = [agentRecords.newOwner(), agentRecords.newOwner()];
});
const call = (name: string, raw?: unknown, by = owner): Promise<Told> => agentRecords.call(by, name, raw);
const dca = async (by = owner): Promise<string> =>
  (await call('strategy_dca_create', { name: 'Weekly', ...DCA }, by)).strategy_id;
const published = async (): Promise<string> => {
  const strategy_id = await dca();
  await call('publish_strategy', { strategy_id });
  return strategy_id;
};
const suggest = (strategy_id: string, plan: object, by = other): Promise<Told> =>
  call('propose_template_update', { strategy_id, plan, rationale: 'Slower.' }, by);
const approve = (suggestion_id: string, by = owner): Promise<Told> =>
  call('intelligence_suggestion_approve', { suggestion_id }, by);
const listed = async (by: TestWallet, raw: object = {}): Promise<Told> =>
  call('list_template_proposals', raw, by);
const idsOf = ({ results }: Told): string[] => results.map(({ suggestion_id }: Told) => suggestion_id);

describe('a suggestion', () => {
  test('changes a published strategy when its keeper approves it, once and only as it was published', async () => {
    const strategy_id = await published();
    expect(await suggest(strategy_id, { ...DCA, steps: 0 })).toMatchObject({ code: 'parameter_malformed' });
    const { suggestion_id, ...suggested } = await suggest(strategy_id, { ...DCA, interval_seconds: 86_400 });
    expect(suggested).toMatchObject({ base_version: 2, made_by_you: true, for_you: false });
    const late = await suggest(strategy_id, { ...DCA, steps: 5 });
    const waiting = (await listed(owner)).results;
    expect(waiting).toHaveLength(2);
    expect(waiting[0]).toMatchObject({ made_by_you: false, for_you: true });
    expect(JSON.stringify(waiting)).not.toContain(other.address);

    for (const [id, by] of [
      [suggestion_id, other],
      [UNKNOWN, owner],
    ] as const) {
      expect(await approve(id, by)).toMatchObject({ code: 'suggestion_unknown' });
    }
    expect(await approve(suggestion_id)).toMatchObject({
      plan: { ...DCA, interval_seconds: 86_400 },
      version: 3,
    });
    expect(await approve(suggestion_id)).toMatchObject({ code: 'suggestion_unknown' });
    expect(await approve(late.suggestion_id)).toMatchObject({ code: 'suggestion_outdated' });
    expect((await call('get_strategy', { strategy_id })).strategy.version).toBe(3);
    const clone = await call('clone_strategy', { strategy_id, name: 'Mine' }, other);
    expect(clone.plan).toEqual({ ...DCA, interval_seconds: 86_400 });
  });

  test('is listed and counted while it can be approved, and takes no room after that', async () => {
    const strategy_id = await published();
    for (let at = 0; at < 50; at += 1) await suggest(strategy_id, { ...DCA, steps: 5 });
    const full = { code: 'records_full' };
    expect(await suggest(strategy_id, DCA)).toMatchObject(full);
    const { suggestion_id } = (await listed(other)).results[0];
    await approve(suggestion_id);

    // Published anew: what was suggested for the version before is over, and what was approved is still shown.
    await call('publish_strategy', { strategy_id });
    for (const each of [owner, other]) expect(idsOf(await listed(each))).toEqual([suggestion_id]);
    const next = await suggest(strategy_id, DCA);
    expect(next).toMatchObject({ base_version: 4 });

    await call('strategy_cancel', { strategy_id });
    for (const each of [owner, other]) expect(idsOf(await listed(each))).toEqual([suggestion_id]);
    expect(await approve(next.suggestion_id)).toMatchObject({ code: 'strategy_state' });
  });

  test('ends after thirty days, to the millisecond that it names', async () => {
    const strategy_id = await published();
    const [kept, late] = [await suggest(strategy_id, DCA), await suggest(strategy_id, DCA)];
    expect(Date.parse(kept.expires_at)).toBe(clock.now() + 30 * DAY_MS);
    clock.advance(30 * DAY_MS - 1);
    expect(idsOf(await listed(other))).toHaveLength(2);
    expect(await approve(kept.suggestion_id)).toMatchObject({ strategy_id });
    await call('publish_strategy', { strategy_id });
    const fresh = await suggest(strategy_id, DCA);

    clock.advance(1);
    expect(await approve(late.suggestion_id)).toMatchObject({ code: 'suggestion_unknown' });
    expect(idsOf(await listed(owner))).toEqual([fresh.suggestion_id, kept.suggestion_id]);
    clock.advance(30 * DAY_MS - 1);
    expect(idsOf(await listed(owner))).toEqual([kept.suggestion_id]);
    expect(await approve(fresh.suggestion_id)).toMatchObject({ code: 'suggestion_unknown' });
  });

  test('is found page by page, however many there are', async () => {
    const strategy_id = await published();
    const made: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      made.push((await suggest(strategy_id, DCA)).suggestion_id);
      if (at % 2 === 0) clock.advance(1_000);
    }
    for (const by of [owner, other]) {
      const seen: string[] = [];
      let page = await listed(by, { limit: 2 });
      for (; ; page = await listed(by, { limit: 2, before: seen.at(-1) })) {
        seen.push(...idsOf(page));
        if (!page.has_more) break;
        expect(page.results).toHaveLength(2);
      }
      expect([...seen].sort()).toEqual([...made].sort());
    }
    const stranger = agentRecords.newOwner();
    expect(await listed(stranger, { before: made[0] })).toMatchObject({ results: [], has_more: false });
  });
});

describe('a composite', () => {
  const parts = (...ids: readonly string[]) => ({
    parts: ids.map((strategy_id) => ({ strategy_id, weight_bps: 10_000 / ids.length })),
  });

  test('is not published, since nobody else has its parts', async () => {
    const plan = parts(await dca(), await dca());
    const { strategy_id } = await call('strategy_composite_create', { name: 'Both', ...plan });
    expect(await call('publish_strategy', { strategy_id })).toMatchObject({
      ...{ code: 'parameter_malformed', detail: expect.stringContaining('other than a composite') },
    });
    expect((await call('get_strategy', { strategy_id })).strategy.published_version).toBeNull();
  });

  test('that was published before that is listed for nobody, and takes the keeper’s own parts alone', async () => {
    const own = [await dca(), await dca(), await dca()] as const;
    const { strategy_id } = await call('strategy_composite_create', {
      ...{ name: 'Both', ...parts(own[0], own[1]) },
    });
    await store.oltp.run(
      `UPDATE strategies SET published_version = version, published_name = name, published_plan = plan,
        published_at = now() WHERE id = $1`,
      [strategy_id],
    );
    const { published: offered } = await call('list_strategies', { published: true, limit: 200 }, other);
    expect(offered.map((each: Told) => each.strategy_id)).not.toContain(strategy_id);

    const [foreign, second] = [
      await dca(other),
      await call('strategy_composite_create', {
        ...{ name: 'More', ...parts(own[0], own[1]) },
      }),
    ];
    for (const [wrong, code] of [
      [parts(own[0], foreign), 'strategy_unknown'],
      [parts(own[0], UNKNOWN), 'strategy_unknown'],
      [parts(own[0], strategy_id), 'parameter_malformed'],
      [parts(own[0], second.strategy_id), 'parameter_malformed'],
    ] as const) {
      const { suggestion_id } = await suggest(strategy_id, wrong);
      expect(await approve(suggestion_id)).toMatchObject({ code });
    }
    expect((await call('get_strategy', { strategy_id })).strategy).toMatchObject({
      ...{ version: 1, plan: parts(own[0], own[1]) },
    });
    const { suggestion_id } = await suggest(strategy_id, parts(...own.slice(1)));
    expect(await approve(suggestion_id)).toMatchObject({ version: 2, plan: parts(...own.slice(1)) });
  });
});
