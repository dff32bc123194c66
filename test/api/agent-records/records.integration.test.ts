import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MOST_ENTRIES } from '../../../api/state/agent-records/journal.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type TestWallet, testWallet } from '../../support/wallets.ts';
import { openAgentApi } from '../support/agent-api.ts';
import { DeskUnderTest, type Told } from '../support/agent-records-under-test.ts';

const NOW = '2026-10-01T12:00:00Z';
const MINT = testWallet('a mint').address;
const ALERT = { venue: 'Some Perps', market: 'SOL-PERP', distance_bps: 500 };
const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

let store: DecisionStore;
let clock: ManualClock;
let agentRecords: DeskUnderTest;
let owner: TestWallet;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(Date.parse(NOW));
  agentRecords = new DeskUnderTest(await openAgentApi(store.oltp, clock), store);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(() => {
  clock.advance(Date.parse(NOW) - clock.now());
  owner = agentRecords.newOwner();
});
const call = (name: string, raw?: unknown, by = owner): Promise<Told> => agentRecords.call(by, name, raw);

describe('liquidation alerts', () => {
  test('are kept one for each venue and market, and say that nothing watches them where no venue has their positions', async () => {
    const set = await call('set_liquidation_alert', { ...ALERT, note: 'Add margin.' });
    expect(set).toMatchObject({ ...ALERT, note: 'Add margin.', version: 1, status: 'stored', seen: null });
    expect(set.not_watched_because).toContain('perps, lending');
    const again = await call('set_liquidation_alert', { ...ALERT, distance_bps: 900 });
    expect(again).toMatchObject({ alert_id: set.alert_id, distance_bps: 900, note: null, version: 2 });
    clock.advance(1_000);
    await call('set_liquidation_alert', { ...ALERT, market: 'BTC-PERP' });
    const { results } = await call('list_liquidation_alerts');
    expect(results.map((each: Told) => [each.market, each.version])).toEqual([
      ['SOL-PERP', 2],
      ['BTC-PERP', 1],
    ]);
    expect((await call('list_liquidation_alerts', {}, agentRecords.newOwner())).results).toEqual([]);
  });

  test('are replaced only from the version that was expected', async () => {
    const set = (expected_version: number) => call('set_liquidation_alert', { ...ALERT, expected_version });
    expect(await set(1)).toMatchObject({ code: 'version_conflict' });
    expect(await set(0)).toMatchObject({ version: 1 });
    const both = await Promise.all([set(1), set(1)]);
    expect(both.map(({ code, version }) => code ?? version).sort()).toEqual([2, 'version_conflict']);
    expect(await set(0)).toMatchObject({
      code: 'version_conflict',
      detail: expect.stringContaining('version is 2'),
    });
  });

  test('are a hundred at most', async () => {
    for (let at = 0; at < 100; at += 1) await call('set_liquidation_alert', { ...ALERT, market: `M${at}` });
    expect(await call('set_liquidation_alert', ALERT)).toMatchObject({ code: 'records_full' });
    expect(await call('set_liquidation_alert', { ...ALERT, market: 'M7' })).toMatchObject({ version: 2 });
  });
});

describe('the journal', () => {
  test('grows by numbered entries that all agents of the owner read, newest first', async () => {
    for (const content of ['one', 'two\nlines', 'three']) {
      const { entry } = await call('journal_append', { step: 'observe', content, subject: 'SOL' });
      expect(entry).toBe(['one', 'two\nlines', 'three'].indexOf(content) + 1);
    }
    const page = await call('list_journal', { limit: 2 });
    expect(page.has_more).toBe(true);
    expect(page.results.map(({ entry }: Told) => entry)).toEqual([3, 2]);
    expect((await call('list_journal', { before: 2 })).results).toEqual([
      {
        ...{ entry: 1, at: NOW, step: 'observe', content: 'one', subject: 'SOL' },
        credential_id: (await agentRecords.callerOf(owner)).credentialId,
      },
    ]);
    expect((await call('list_journal', {}, agentRecords.newOwner())).results).toEqual([]);
  });

  test('has no gap and no entry twice, however many write at once', async () => {
    const written = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call('journal_append', { step: 'note', content: `${at}` })),
    );
    expect(written.map(({ entry }) => entry).sort((a, b) => a - b)).toEqual([...Array(21).keys()].slice(1));
  });

  test('is never rewritten, not even in the store', async () => {
    await call('journal_append', { step: 'note', content: 'so it was' });
    for (const statement of ["UPDATE journal_entries SET content = 'x'", 'DELETE FROM journal_entries']) {
      await expect(store.oltp.run(statement)).rejects.toMatchObject({ code: 'OLTP_REJECTED' });
    }
  });

  test('ends where it is full', async () => {
    const { credentialId } = await agentRecords.callerOf(owner);
    await store.oltp.run(
      `INSERT INTO journal_entries (owner, entry, credential_id, at, step, content) VALUES ($1, $2, $3, now(), 'note', 'x')`,
      [owner.address, MOST_ENTRIES, credentialId],
    );
    expect(await call('journal_append', { step: 'note', content: 'one more' })).toMatchObject({
      code: 'records_full',
    });
  });
});

describe('the portfolio charter', () => {
  test('is one for each owner, null before, in versions after', async () => {
    expect(await call('get_portfolio_charter')).toEqual({ charter: null, enforced: false });
    const set = await call('set_portfolio_charter', {
      ...{ rules: 'No leverage.', max_position_bps: 2_500, allowed_mints: [MINT], expected_version: 0 },
    });
    expect(set).toMatchObject({
      version: 1,
      max_daily_loss_bps: null,
      allowed_mints: [MINT],
      enforced: false,
    });
    await call('set_portfolio_charter', { rules: 'Some leverage.' });
    expect((await call('get_portfolio_charter')).charter).toMatchObject({
      ...{ rules: 'Some leverage.', version: 2, allowed_mints: null },
    });
    expect(await call('get_portfolio_charter', {}, agentRecords.newOwner())).toEqual({
      charter: null,
      enforced: false,
    });
  });
});

describe('registered agents', () => {
  test('have one name each, and change what they say of themselves and nothing else', async () => {
    const registered = await call('register_agent', { name: 'Scout', description: 'Looks.', model: 'm-1' });
    expect(registered).toMatchObject({ name: 'Scout', version: 1, homepage: null });
    expect(await call('register_agent', { name: 'Scout' })).toMatchObject({ code: 'name_taken' });
    const { agent_id } = registered;
    const changed = { agent_id, homepage: 'https://scout.example/', expected_version: 1 };
    expect(await call('update_agent_profile', changed)).toMatchObject({
      ...{
        name: 'Scout',
        description: 'Looks.',
        model: 'm-1',
        homepage: 'https://scout.example/',
        version: 2,
      },
    });
    expect(await call('update_agent_profile', changed)).toMatchObject({ code: 'version_conflict' });
    expect((await call('list_agents')).results).toMatchObject([{ agent_id, version: 2 }]);
  });

  test('are changed by their owner’s agents alone, and by no id that is made up', async () => {
    const { agent_id } = await call('register_agent', { name: 'Scout' });
    const stranger = agentRecords.newOwner();
    for (const id of [agent_id, UNKNOWN]) {
      expect(await call('update_agent_profile', { agent_id: id, model: 'x' }, stranger)).toMatchObject({
        ...{ code: 'record_unknown', detail: 'The owner has no agent with this id.' },
      });
    }
    expect((await call('list_agents', {}, stranger)).results).toEqual([]);
    expect(await call('register_agent', { name: 'Scout' }, stranger)).toMatchObject({ version: 1 });
  });
});

describe('reported installations', () => {
  test('are noted once for each entry and version, and counted', async () => {
    const report = { entry: '@tools/rebalancer', version: '1.2.0' };
    await call('report_registry_install', report);
    clock.advance(1_000);
    expect(await call('report_registry_install', report)).toEqual({
      ...{ ...report, reports: 2, first_reported_at: NOW, last_reported_at: '2026-10-01T12:00:01Z' },
    });
    await call('report_registry_install', { ...report, version: '1.3.0' });
    const { results } = await call('list_registry_installs');
    expect(results).toHaveLength(2);
    expect(await call('list_registry_installs', { limit: 1 })).toEqual({
      results: results.slice(0, 1),
      has_more: true,
    });
    expect(await call('list_registry_installs', { limit: 1, offset: 1 })).toEqual({
      results: results.slice(1),
      has_more: false,
    });
    expect((await call('list_registry_installs', {}, agentRecords.newOwner())).results).toEqual([]);
  });
});

describe('what is no sense', () => {
  const long = 'x'.repeat(10_000);
  test.for([
    ['set_liquidation_alert', { ...ALERT, distance_bps: 0 }, 'distance_bps'],
    ['set_liquidation_alert', { ...ALERT, distance_bps: 10_001 }, 'distance_bps'],
    ['set_liquidation_alert', { ...ALERT, distance_bps: '500' }, 'distance_bps'],
    ['set_liquidation_alert', { ...ALERT, venue: 'a\u202eb' }, 'venue'],
    ['set_liquidation_alert', { ...ALERT, note: long }, 'note'],
    ['set_liquidation_alert', { ...ALERT, expected_version: -1 }, 'expected_version'],
    ['journal_append', { step: 'guess', content: 'x' }, 'step'],
    ['journal_append', { step: 'note', content: '' }, 'content'],
    ['journal_append', { step: 'note', content: long }, 'content'],
    ['journal_append', { step: 'note', content: 'a\u0000b' }, 'content'],
    ['list_journal', { limit: 201 }, 'limit'],
    ['set_portfolio_charter', { rules: long }, 'rules'],
    ['set_portfolio_charter', { rules: 'x', allowed_mints: [MINT, MINT] }, 'allowed_mints'],
    ['set_portfolio_charter', { rules: 'x', allowed_mints: ['abc'] }, 'allowed_mints.0'],
    ['set_portfolio_charter', { rules: 'x', min_cash_bps: 10_001 }, 'min_cash_bps'],
    ['register_agent', { name: '' }, 'name'],
    ['register_agent', { name: 'a', homepage: 'http://a.example' }, 'homepage'],
    ['register_agent', { name: 'a', homepage: 'javascript:alert(1)' }, 'homepage'],
    ['update_agent_profile', { agent_id: "' OR 1=1" }, 'agent_id'],
    ['report_registry_install', { entry: '../../etc', version: '1' }, 'entry'],
    ['report_registry_install', { entry: 'a b', version: '1' }, 'entry'],
  ] as const)('is refused by %s with its field named: %o', async ([name, raw, field]) => {
    expect(await call(name, raw)).toMatchObject({
      code: 'parameter_malformed',
      detail: expect.stringMatching(new RegExp(`^${field} must be `)),
    });
  });
});

test('nothing is written for an owner whose wallet is killed, and a pause holds nothing of it up', async () => {
  const writes = [
    ['set_liquidation_alert', ALERT],
    ['journal_append', { step: 'note', content: 'x' }],
    ['set_portfolio_charter', { rules: 'x' }],
    ['register_agent', { name: 'x' }],
    ['report_registry_install', { entry: 'x', version: '1' }],
  ] as const;
  await agentRecords.setSwitch(owner, 'killed');
  for (const [name, raw] of writes) expect(await call(name, raw)).toMatchObject({ code: 'wallet_killed' });
  for (const name of ['list_journal', 'list_agents', 'list_liquidation_alerts', 'list_registry_installs']) {
    expect((await call(name)).results).toEqual([]);
  }
  await agentRecords.setSwitch(owner, 'paused');
  for (const [name, raw] of writes) expect(await call(name, raw)).not.toHaveProperty('code');
});
