import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALERT_MEASURES, type AlertContext, watchAlerts } from '../../../api/actions/alerts/watch.ts';
import { measured } from '../../../api/actions/measures.ts';
import { createAlertWatches } from '../../../api/state/agent-records/alert-watches.ts';
import type { Venue, VenueParameters } from '../../../api/venues/venue.ts';
import { venuesOf } from '../../../api/venues/venues.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { VenuePage } from '../../../schemas/venues/protocol.ts';
import { webhookEvent } from '../../../schemas/webhooks/event.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { TestWallet } from '../../support/wallets.ts';
import { deliveriesOf, insertWebhook } from '../../support/webhook-rows.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';
import { DeskUnderTest, type Told } from '../support/agent-records-under-test.ts';
import { btcLongOf, btcPriceOf, perpsOver, recorded } from '../venues/jupiter/perps/support.ts';

const MINUTE = 60_000;
const ALERT = { venue: 'perps', market: 'SOL-PERP', distance_bps: 500 };

type Position = Extract<VenuePage, { list: 'positions' }>['results'][number];

/** A venue with positions that the test sets, in pages of one, and what it was asked. */
function positionsVenue() {
  const asked: { owner: Pubkey | undefined; parameters: VenueParameters }[] = [];
  const venue = {
    ...{ name: 'perps', kind: 'perps' as const, programs: [], lists: ['positions'] as const, asked },
    held: [] as Position[],
    failure: undefined as Error | undefined,
    quote: async () => [],
    list: async (_list: string, { owner, parameters }: Parameters<NonNullable<Venue['list']>>[1]) => {
      asked.push({ owner, parameters });
      if (venue.failure !== undefined) throw venue.failure;
      const at = Number(String(parameters.cursor ?? 'at-0').replace('at-', ''));
      const next_cursor = at + 1 < venue.held.length ? `at-${at + 1}` : null;
      return { list: 'positions' as const, results: venue.held.slice(at, at + 1), next_cursor, as_of: null };
    },
  };
  return venue;
}

const position = (mark_price: string | null, change: Partial<Position> = {}): Position => ({
  ...{ position_id: 'p1', market: 'SOL-PERP', side: 'long', margin: null, entry_price: null },
  ...{ size: { asset: 'SOL', amount: '1' }, unrealised: null },
  ...{ mark_price, liquidation_price: '100', ...change },
});

let store: DecisionStore;
let clock: ManualClock;
let api: AgentApi;
let agentRecords: DeskUnderTest;
let owner: TestWallet;
let venue: ReturnType<typeof positionsVenue>;
let webhook: string;
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
  await store.oltp.run('DELETE FROM liquidation_watches', []);
  owner = agentRecords.newOwner();
  venue = positionsVenue();
  Object.assign(api.context.agentRecords, { venues: venuesOf([venue], clock) });
  webhook = await insertWebhook(store.oltp, owner.address, ['position.near_liquidation']);
});

const call = (name: string, raw?: unknown): Promise<Told> => agentRecords.call(owner, name, raw);
const process = (venues = venuesOf([venue], clock)): AlertContext => ({
  watches: createAlertWatches(store.oltp),
  ...{ venues, clock, stats: measured(ALERT_MEASURES), logger: createLogger('silent') },
});
const told = async (): Promise<Told[]> =>
  (await deliveriesOf(store.oltp, webhook)).map(({ body }) => webhookEvent.parse(JSON.parse(body)));
const listed = async (): Promise<Told> => (await call('list_liquidation_alerts')).results[0];

/** Lets each of some processes look at what is due, and ends them when they wait for more. */
async function letLook(...processes: readonly AlertContext[]): Promise<void> {
  const stop = new AbortController();
  const running = processes.map((context) => watchAlerts({ context, signal: stop.signal }));
  await waitFor(() => clock.sleepers === processes.length, { what: 'the watchers to wait' });
  stop.abort();
  await Promise.all(running);
}

/** Looks once a minute at prices. */
async function lookAt(context: AlertContext, ...prices: readonly (string | null)[]): Promise<void> {
  for (const price of prices) {
    venue.held = [position(price)];
    await letLook(context);
    clock.advance(MINUTE);
  }
}

describe('a liquidation alert of a venue that lists positions', () => {
  test('tells the owner once that a position is near its liquidation, and what was seen', async () => {
    const set = await call('set_liquidation_alert', { ...ALERT, note: 'Add margin.' });
    expect(set).toMatchObject({ status: 'active', not_watched_because: null, seen: null });
    const context = process();
    await lookAt(context, '200', '105.3');
    expect(await told()).toEqual([]);
    expect((await listed()).seen).toMatchObject({ distance_bps: 503, mark_price: '105.3', side: 'long' });

    const at = new Date(clock.now()).toISOString();
    await lookAt(context, '105', '104.9', '101');
    const { credentialId } = await agentRecords.callerOf(owner);
    expect(await told()).toMatchObject([
      {
        ...{ type: 'position.near_liquidation', at, slot: null },
        data: {
          ...{ alert_id: set.alert_id, venue: 'perps', market: 'SOL-PERP', position_id: 'p1', side: 'long' },
          ...{ distance_bps: 476, alert_distance_bps: 500, mark_price: '105', liquidation_price: '100' },
          ...{ note: 'Add margin.', credential_id: credentialId },
        },
      },
    ]);
    const row = { status: 'active', alerted_at: at.replace('.000Z', 'Z') };
    expect(await listed()).toMatchObject(row);
    const page = async (by: Pubkey) => (await api.asOwner(by, 'GET', '/liquidation-alerts/')).json.results;
    expect(await page(owner.address)).toMatchObject([
      { id: set.alert_id, ...row, seen: { mark_price: '101' } },
    ]);
    expect(await page(agentRecords.newOwner().address)).toEqual([]);
    expect(venue.asked[0]).toEqual({ owner: owner.address, parameters: { market: 'SOL-PERP', limit: 50 } });
    expect(context.stats).toMatchObject({ sent: 1, failures: 0 });
  });

  test('is told again after the position has recovered and the cooldown has passed', async () => {
    await call('set_liquidation_alert', ALERT);
    const context = process();
    await lookAt(context, '105', '105.5', ...Array(20).fill('105'));
    expect(await told()).toHaveLength(1);
    await lookAt(context, '110', '105');
    expect(await told()).toHaveLength(2);
  });

  test('is told once, however many processes look at once', async () => {
    await call('set_liquidation_alert', ALERT);
    venue.held = [position('101')];
    await letLook(process(), process(), process());
    expect(await told()).toHaveLength(1);
    expect(venue.asked).toHaveLength(1);
  });

  test('is about the position of its market that is nearest, on whichever page it is', async () => {
    await call('set_liquidation_alert', ALERT);
    venue.held = [
      position('300', { position_id: 'far' }),
      position('100.1', { position_id: 'elsewhere', market: 'BTC-PERP' }),
      position('99', { position_id: 'short', side: 'short' }),
      position(null, { position_id: 'unpriced' }),
    ];
    await letLook(process());
    expect(await told()).toMatchObject([{ data: { position_id: 'short', distance_bps: 101 } }]);
  });

  test('says what is unknown, and that a closed position is over', async () => {
    await call('set_liquidation_alert', ALERT);
    const context = process();
    await lookAt(context, '105', null);
    expect((await listed()).seen).toMatchObject({
      ...{ distance_bps: null, mark_price: null },
      sentence: 'The venue gives no liquidation price of the position in SOL-PERP.',
    });
    venue.held = [];
    await letLook(context);
    expect((await listed()).seen.sentence).toBe('The owner has no position in SOL-PERP.');
    clock.advance(20 * MINUTE);
    await lookAt(context, '105');
    expect(await told()).toHaveLength(2);
  });

  test('keeps what it knows while the venue fails, and says so', async () => {
    await call('set_liquidation_alert', ALERT);
    const context = process();
    await lookAt(context, '105');
    venue.failure = new LaunchlensError('VENUE_FAILED', { venue: 'perps', reason: 'it answers HTTP 500' });
    await letLook(context);
    expect((await listed()).seen).toMatchObject({ distance_bps: null });
    expect((await listed()).seen.sentence).toContain('HTTP 500');
    expect(context.stats.failures).toBe(1);
    venue.failure = undefined;
    clock.advance(30 * MINUTE);
    await lookAt(context, '105');
    expect(await told()).toHaveLength(1);
  });

  test('begins anew when it is changed, and a look from before the change does not count', async () => {
    await call('set_liquidation_alert', ALERT);
    const context = process();
    await lookAt(context, '105');
    const { list } = venue;
    venue.list = async (...asked) => {
      await call('set_liquidation_alert', { ...ALERT, distance_bps: 50 });
      return list(...asked);
    };
    await letLook(context);
    expect(await listed()).toMatchObject({ distance_bps: 50, seen: null, alerted_at: null });
    venue.list = list;
    await lookAt(context, '100.4');
    expect((await told()).map(({ data }) => data.alert_distance_bps)).toEqual([500, 50]);
  });
});

test('a liquidation alert of Jupiter Perps is watched by what the chain holds of the position', async () => {
  const accounts = recorded(btcLongOf(owner.address), await btcPriceOf(70_000));
  const venues = venuesOf([perpsOver(accounts).venue], clock);
  Object.assign(api.context.agentRecords, { venues });
  const alert = { venue: 'jupiter_perps', market: 'BTC-PERP', distance_bps: 500 };
  expect(await call('set_liquidation_alert', alert)).toMatchObject({ status: 'active' });
  const context = process(venues);
  await letLook(context);
  expect(await told()).toEqual([]);
  expect((await listed()).seen).toMatchObject({ distance_bps: 1_316, side: 'long', mark_price: '70000' });

  accounts.set(...(await btcPriceOf(63_000)));
  clock.advance(MINUTE);
  await letLook(context);
  const seen = { mark_price: '63000', liquidation_price: '60785.871038', distance_bps: 351 };
  expect(await told()).toMatchObject([{ data: { ...seen, venue: 'jupiter_perps', market: 'BTC-PERP' } }]);
  expect(await listed()).toMatchObject({ seen });
});

describe('a liquidation alert that nothing watches', () => {
  test.each([
    ['perps', 'VENUE_PERPS_URL'],
    ['jupiter_perps', 'JUPITER_PROGRAMS'],
    ['jupiter_borrow', 'JUPITER_PROGRAMS'],
    ['Some Perps', 'perps, lending'],
  ])('of %s is stored, says why, and asks nobody', async (name, why) => {
    Object.assign(api.context.agentRecords, { venues: venuesOf([], clock) });
    const set = await call('set_liquidation_alert', { ...ALERT, venue: name });
    expect(set).toMatchObject({ status: 'stored', not_watched_because: expect.stringContaining(why) });
    const context = process(venuesOf([], clock));
    await letLook(context);
    expect(await listed()).toMatchObject({ status: 'stored', seen: null });
    expect(context.stats).toMatchObject({ sent: 0, failures: 0 });
  });

  test('is looked at once its venue is configured', async () => {
    await call('set_liquidation_alert', ALERT);
    await letLook(process(venuesOf([], clock)));
    clock.advance(10 * MINUTE);
    await lookAt(process(), '101');
    expect(await told()).toHaveLength(1);
  });
});
