import { describe, expect, test } from 'vitest';

import { registerWebhook } from '../../../api/actions/webhooks/manage.ts';
import { insertStep } from '../../../api/state/strategies/steps.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { CHROMIUM_SUITE_NAME, chromiumIsMissing } from '../../support/browser/chromium.ts';
import { LOOKS } from '../../support/browser/looks.ts';
import { openRows } from '../../support/browser/open-rows.ts';
import { callTool } from './support/call-tool.ts';
import { ownerSuite } from './support/owner-suite.ts';

const DAY = 86_400_000;

describe.skipIf(chromiumIsMissing)(`the settings of an owner, in ${CHROMIUM_SUITE_NAME}`, () => {
  const suite = ownerSuite();

  test.each(LOOKS)('shows the guardrails, at $width px', async (look) => {
    const opened = await suite.signedIn('/settings?part=guardrails', { look });
    await opened.page.getByText('No mint has a limit.').waitFor();
    await opened.picture('settings-guardrails');
    await opened.holds();
  });

  test('pauses and stops at once, and lets agents go on by a signature alone, also after a reload', async () => {
    const token = await suite.owner.paired(suite.wallet, { client_name: 'Bot' });
    const opened = await suite.signedIn('/settings?part=guardrails');
    const { page } = opened;
    await page.getByRole('button', { name: 'Pause all agents' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop all agents' }).click();
    await page.getByRole('button', { name: 'Stop them now' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Resume all agents' }).click();
    const request = page.getByRole('article');
    await request.waitFor();
    const shown = await request.locator('code').textContent();
    await opened.picture('settings-request');
    await opened.holds();
    await request.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('On', { exact: true }).waitFor();
    expect(suite.wallet.signed.at(-1)).toBe(shown);
    expect(token).toMatch(/^llp_/);
  });

  test('sets the permission mode, and rejects what an agent asked for', async () => {
    const scopes = ['read', 'wallet_admin'];
    const token = await suite.owner.paired(suite.wallet, {
      client_name: 'Admin bot',
      requested_scopes: scopes,
    });
    await callTool(suite.owner.pages.origin, token, 'request_permission_mode_change', {
      permission_mode: 'delegate',
    });
    const opened = await suite.signedIn('/settings?part=guardrails');
    const { page } = opened;
    await page.getByText('Requested by an agent').waitFor();
    expect(await page.getByRole('article').locator('.changes').textContent()).toBe(
      'Permission modenow propose→then delegate',
    );
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Nothing waits for you.').waitFor();
    await page.getByLabel('Observe').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Observe (now)').waitFor();
    await page.getByLabel('Delegate').check();
    await page.getByRole('button', { name: 'Continue to sign' }).click();
    await page.getByText('Requested by you').waitFor();
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('Delegate (now)').waitFor();
  });

  test.each(LOOKS)('shows what agents tried and what became of keys, at $width px', async (look) => {
    const token = await suite.owner.paired(suite.wallet, {
      client_name: 'Bot',
      requested_scopes: ['read', 'wallet_admin'],
    });
    await callTool(suite.owner.pages.origin, token, 'set_permission_mode', { permission_mode: 'observe' });
    const opened = await suite.signedIn('/settings?part=activity', { look });
    const tried = opened.page.getByRole('table', { name: 'What your agents tried' });
    await tried.getByRole('row').filter({ hasText: 'set_permission_mode' }).waitFor();
    await tried.getByText('permission mode: observe').waitFor();
    await openRows(tried);
    await tried.getByText('Bot', { exact: true }).waitFor();
    const tabs = opened.page.getByRole('navigation', { name: 'Parts of agents' });
    const shown = tabs.locator('[aria-current]');
    expect(await shown.allTextContents()).toEqual(['Audit log']);
    await tabs.getByRole('link', { name: 'Tokens and keys' }).click();
    await opened.page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(await shown.allTextContents()).toEqual(['Tokens and keys']);
    await opened.page.goBack();
    await opened.page.getByText('Issued', { exact: true }).waitFor();
    await opened.picture('settings-activity');
    await opened.holds();
  });

  test.each(LOOKS)(
    'shows how near watched positions are to their liquidation, at $width px',
    async (look) => {
      const scopes = { client_name: 'Trader bot', requested_scopes: ['read', 'manage'] };
      const token = await suite.owner.paired(suite.wallet, scopes);
      const { agentRecords } = suite.owner.accounts.context;
      const listing = { name: 'perps', kind: 'perps', list: async () => undefined, lists: ['positions'] };
      const { venues } = agentRecords;
      const named = (name: string) => (name === 'perps' ? (listing as never) : undefined);
      Object.assign(agentRecords, { venues: { named } });
      const { origin } = suite.owner.pages;
      for (const [market, venue] of [
        ['SOL-PERP', 'perps'],
        ['BTC-PERP', 'perps'],
        ['SOL-USDC', 'elsewhere'],
      ])
        await callTool(origin, token, 'set_liquidation_alert', { venue, market, distance_bps: 500 });
      const now = Date.now();
      for (const lease of await agentRecords.alertWatches.take({ now, leaseMs: 60_000, most: 3 })) {
        const seen = {
          ...{ at: new Date(now).toISOString(), position_id: 'p1', side: 'long', distance_bps: 476 },
          ...{ mark_price: '105', liquidation_price: '100' },
          sentence: 'The price of 105 is 476 basis points from its liquidation at 100.',
        };
        const isNear = lease.body.market === 'SOL-PERP';
        const memory = { near: isNear, alertedAt: isNear ? now : undefined };
        const noted = isNear ? seen : { ...seen, distance_bps: null, sentence: 'The venue failed.' };
        await agentRecords.alertWatches.note(lease, { at: now, next: now + DAY, memory, seen: noted });
      }
      const opened = await suite.signedIn('/settings?part=activity', { look });
      const table = opened.page.getByRole('table', { name: 'Liquidation alerts' });
      const row = (market: string) => table.getByRole('row').filter({ hasText: market });
      await row('SOL-PERP').getByText('Near liquidation', { exact: true }).waitFor();
      await row('SOL-USDC').getByText('Not watched', { exact: true }).waitFor();
      await openRows(table);
      for (const text of ['5 %', '4.76 %', 'unknown'])
        await table.getByText(text, { exact: true }).first().waitFor();
      await opened.picture('settings-alerts');
      await opened.holds();
      Object.assign(agentRecords, { venues });
    },
  );

  test.each(LOOKS)('shows what a strategy saw and what became of it, at $width px', async (look) => {
    const token = await suite.owner.paired(suite.wallet, {
      client_name: 'Trader bot',
      requested_scopes: ['read', 'strategy'],
    });
    const { origin } = suite.owner.pages;
    const plan = { mint: parsePubkey(suite.wallet.addresses[1] ?? ''), receive_mint: NATIVE_MINT };
    const terms = { ...plan, amount: '1000', stop_price: '120', limit_price: '119' };
    await callTool(origin, token, 'strategy_stoploss_create', { name: 'Out at 120', ...terms });
    const owner = parsePubkey(suite.wallet.addresses[0] ?? '');
    const { strategies } = suite.owner.accounts.context.agentRecords;
    const [kept] = await strategies.list(owner, { limit: 1 });
    const at = Date.now();
    const seen = {
      at: new Date(at).toISOString(),
      sentence: 'The price is 118.5.',
      price: '118.5',
      source: 'Jupiter',
    };
    const outcome = {
      kind: 'refused',
      code: 'limit_exceeded',
      detail: 'The day is over its limit.',
    } as const;
    await insertStep(suite.owner.oltp, kept?.id ?? '', { step: 1, dueAt: at, at, seen, outcome });
    const opened = await suite.signedIn('/settings?part=activity', { look });
    const journal = opened.page.getByRole('region', { name: 'Strategy Out at 120' });
    const steps = journal.getByRole('table', { name: 'Steps of Out at 120' });
    await openRows(steps);
    for (const text of ['118.5', 'The price is 118.5.', 'Jupiter', 'Refused'])
      await steps.getByText(text, { exact: true }).waitFor();
    await steps.getByText('limit exceeded').waitFor();
    await opened.picture('settings-strategies');
    await opened.holds();
  });

  test.each(LOOKS)(
    'shows every webhook with its registrant, and deletes any of them, at $width px',
    async (look) => {
      const token = await suite.owner.paired(suite.wallet, {
        client_name: 'Alarm bot',
        requested_scopes: ['read', 'manage'],
      });
      const { origin } = suite.owner.pages;
      const hook = { url: 'https://1.1.1.1/in/a-long-secret-path', events: ['credential.revoked'] };
      await callTool(origin, token, 'register_webhook', { ...hook, label: 'Bot’s hook' });
      const opened = await suite.signedIn('/settings?part=webhooks', { look });
      const { page } = opened;
      const row = page.getByRole('listitem').filter({ hasText: 'Bot’s hook' });
      await row.getByText('Your agent “Alarm bot”').waitFor();
      await row.getByText(hook.url).waitFor();
      const address = parsePubkey(suite.wallet.addresses[0] ?? '');
      const { keys, agentRecords } = suite.owner.accounts.context;
      const mine = { ...hook, events: ['credential.revoked' as const], label: 'My alarm' };
      const { id } = await registerWebhook(agentRecords.webhooks, { owner: address, agent: undefined }, mine);
      const [paired] = await keys.credentials.list({ owner: address, kind: 'token' }, { limit: 1 });
      const ended = { at: Date.now(), surface: '/', reason: 'asked' };
      await keys.credentials.revoke({ id: paired?.id ?? '' }, ended);
      await page.reload();
      await row.getByText('the credential that registered it was revoked').waitFor();
      expect(await row.getByRole('button', { name: /^Turn on/ }).count()).toBe(0);
      await opened.picture('settings-webhooks');
      await opened.holds();

      await page.getByRole('button', { name: 'Delete the webhook Bot’s hook' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      // The page behind an open dialog is out of reach.
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await row.waitFor({ state: 'detached' });
      expect((await agentRecords.webhooks.webhooks.list(address)).map((each) => each.id)).toEqual([id]);
    },
  );

  test.each(LOOKS)('shows rewards with both disclosures, at $width px', async (look) => {
    const address = parsePubkey(suite.wallet.addresses[0] ?? '');
    const opened = await suite.signedIn('/settings?part=rewards', { look });
    const { page } = opened;
    await page.getByText('No record yet.').waitFor();
    await page.getByText('No payout requested yet.').waitFor();
    await page.getByText('No entitlement to any amount.').nth(1).waitFor();
    await page.getByText('Credits carry no entitlement.').nth(1).waitFor();
    const at = Date.now() - 3_600_000;
    const id = BigInt(at) * 10n;
    await suite.owner.record(
      { kind: 'accrued', recordId: id, at, program: 'signup_bonus', wallet: address, amount: 1_250_000n },
      { kind: 'accrued', recordId: id + 1n, at, program: 'referral', wallet: address, amount: undefined },
    );
    await page.reload();
    await page.getByRole('table', { name: 'Reward records' }).waitFor();
    await page.getByText('no price yet').waitFor();
    await opened.picture('settings-rewards');
    await opened.holds();
  });

  test('claims what is matured and priced and in no payout yet', async () => {
    const [wallet = ''] = suite.wallet.addresses;
    const opened = await suite.signedIn('/settings', {});
    const { page } = opened;
    await page.route('**/user-rewards/summary/**', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const { referral, clone } = json.programs;
      for (const each of [referral, clone])
        each.claimable = { count: 1, priced_count: 1, amount_base_units: 5 };
      json.in_payout.programs.clone = clone.claimable;
      await route.fulfill({ response, json: { ...json, pre_mint: false } });
    });
    const claimed: unknown[] = [];
    await page.route('**/referrals/claim/', (route) => {
      claimed.push(route.request().postDataJSON());
      const request = { id: 3, status: 'requested', reward_amount: 5, earning_count: 1, tx_signature: '' };
      return route.fulfill({ json: request });
    });
    await page.getByRole('link', { name: 'Rewards' }).click();
    await page.getByRole('button', { name: 'Claim Referral rewards' }).click();
    await page.getByText('Requested payout 3.').waitFor({ state: 'attached' });
    expect(claimed).toEqual([{ wallet_address: wallet }]);
    expect(await page.getByRole('button', { name: 'Claim Clone rewards' }).count()).toBe(0);
    await opened.holds();
  });

  test('says so when nothing answers', async () => {
    const opened = await suite.signedIn('/settings', { expected: /Failed to load resource|net::ERR/ });
    await opened.page.route('**/api/v1/**', (route) => route.abort());
    await opened.page.getByRole('link', { name: 'Guardrails' }).click();
    await opened.page.getByText('Launchlens cannot be reached').first().waitFor();
    await opened.picture('settings-unreachable');
    await opened.holds();
  });
});
