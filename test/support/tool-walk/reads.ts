import { expect } from 'vitest';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { launchAddress } from '../../../idl/pda.ts';
import { VENUE_CALLS } from '../../api/mcp/support/venue-calls.ts';
import { waitFor } from '../wait-for.ts';
import { controlOf, type ToolCases } from './walk.ts';

/** Of the tour: one that is open throughout, and one that was pledged to. */
export const OPEN_LAUNCH = '4';
const PLEDGED_LAUNCH = '2';
const pledged = { launch_id: PLEDGED_LAUNCH };

/** Tools that read the index, and the owner's own. */
export const READS: ToolCases = {
  describe_tool: async ({ told }) => {
    const { scope, input_schema, output_schema } = await told('describe_tool', {
      name: 'jupiter_swap',
      answer: true,
    });
    expect(scope).toBe('trade');
    expect(input_schema.properties).toHaveProperty('slippage_bps.maximum');
    expect(output_schema.properties).toHaveProperty('plan');
  },
  start_pairing: async ({ told }) => {
    const { user_code, verification_url_complete } = await told('start_pairing', {
      requested_scopes: ['read', 'trade'],
    });
    expect(verification_url_complete).toContain(`/pair?user_code=${user_code}`);
  },
  search: async ({ told }) => {
    const { results } = await told('search', { query: `launch ${OPEN_LAUNCH}` });
    expect(results[0]).toMatchObject({ id: `launch:${OPEN_LAUNCH}`, url: expect.stringMatching(/^http/) });
  },
  fetch: async ({ told }) => {
    const { text, metadata } = await told('fetch', { id: `launch:${OPEN_LAUNCH}` });
    expect([text, metadata.last_indexed_slot]).toEqual([
      expect.stringContaining(`Launch ${OPEN_LAUNCH} is`),
      expect.stringMatching(/^[0-9]+$/),
    ]);
  },
  get_ilo_details: async ({ told, owner }) => {
    const { launch, wallet } = await told('get_ilo_details', {
      launch_id: OPEN_LAUNCH,
      wallet: owner.address,
    });
    expect(launch.launch_id).toBe(OPEN_LAUNCH);
    expect(wallet.pledged).toMatch(/^\d+$/);
  },
  list_launches: async ({ told }) => {
    const { results } = await told('list_launches', { limit: 50 });
    const ids = results.map(({ launch_id }: { launch_id: string }) => launch_id);
    expect(ids).toEqual(expect.arrayContaining([OPEN_LAUNCH, PLEDGED_LAUNCH]));
  },
  list_pledges: async ({ told }) => {
    const { results } = await told('list_pledges', { ...pledged, limit: 1 });
    expect(results).toHaveLength(1);
  },
  get_wallet_position: async ({ told, owner }) => {
    expect(await told('get_wallet_position', { wallet: owner.address })).toMatchObject({
      wallet: owner.address,
      results: expect.any(Array),
    });
  },
  get_raise_curve: async ({ told }) => {
    const { points } = await told('get_raise_curve', { ...pledged, points: 10 });
    expect([points.length > 0, points.length <= 10]).toEqual([true, true]);
  },
  get_pledge_distribution: async ({ told }) => {
    const { count, buckets } = await told('get_pledge_distribution', { ...pledged, buckets: 4 });
    const counted = buckets.reduce((sum: number, bucket: { count: number }) => sum + bucket.count, 0);
    expect([Number(count) > 0, buckets.length <= 4, counted]).toEqual([true, true, Number(count)]);
  },
  get_settlement: async ({ told }) => {
    const answer = await told('get_settlement', { launch_id: OPEN_LAUNCH });
    expect(answer).toMatchObject({ launch_id: OPEN_LAUNCH, settlement: null });
  },
  list_escrow_flows: async ({ told }) => {
    // An index lists what moved since it began, and the chain was there before it: the launch that is pledged to throughout
    const flows = async () => (await told('list_escrow_flows', { launch_id: OPEN_LAUNCH, limit: 1 })).results;
    await waitFor(async () => (await flows()).length === 1, { what: 'a movement to be listed' });
  },
  get_source_status: async ({ told }) => {
    const { source } = await told('get_source_status');
    expect(source).toMatchObject({ program_id: LOCALNET_PROGRAM_ID, last_indexed_slot: expect.any(Number) });
  },
  list_coverage: async ({ told }) => {
    expect((await told('list_coverage')).results.length).toBeGreaterThan(0);
  },
  list_audits: async ({ told }) => {
    expect((await told('list_audits')).results).toEqual(expect.any(Array));
  },
  verify_account: async ({ told }) => {
    const pubkey = pubkeyFromBytes(launchAddress(pubkeyBytes(LOCALNET_PROGRAM_ID), BigInt(OPEN_LAUNCH)));
    expect(await told('verify_account', { pubkey })).toMatchObject({ pubkey, equal: true });
  },
  get_rewards_summary: async ({ told, owner }) => {
    expect(await told('get_rewards_summary')).toMatchObject({ wallet_address: owner.address });
  },
  get_rewards_history: async ({ told, owner }) => {
    const answer = await told('get_rewards_history');
    expect(answer).toMatchObject({ wallet_address: owner.address, results: expect.any(Array) });
  },
  list_payouts: async ({ told }) => {
    expect(await told('list_payouts')).toMatchObject({ results: expect.any(Array), has_more: false });
  },
  get_payout: async ({ refused }) => {
    await refused('get_payout', { payout_id: 999_999 }, 'payout_not_found');
  },
  get_wallet_balances: async ({ told, owner }) => {
    const { wallet, results, slot } = await told('get_wallet_balances');
    expect([wallet, slot > 0]).toEqual([owner.address, true]);
    expect(results.map(({ symbol }: { symbol: string }) => symbol)).toEqual(
      expect.arrayContaining(['SOL', 'USDC']),
    );
  },
  get_wallet_activity: async ({ told, owner }) => {
    const { wallet, results } = await told('get_wallet_activity', { limit: 5 });
    expect([wallet, results.length > 0]).toEqual([owner.address, true]);
  },
  get_wallet_profit: async ({ told, owner }) => {
    const { wallet, results, prices } = await told('get_wallet_profit');
    expect(wallet).toBe(owner.address);
    expect(results[0]).toMatchObject({ pledge_symbol: 'USDC', missing: expect.any(Array) });
    expect(prices.missing).toContain('MARKET_DATA_API_KEY');
  },
  find_token: async ({ told }) => {
    const { results } = await told('find_token', { query: 'USDC' });
    expect(results).toMatchObject([{ symbol: 'USDC', decimals: 6, mint_authority: expect.any(String) }]);
  },
  get_prices: async ({ refused }) => {
    await refused('get_prices', { tokens: ['SOL'] }, 'prices_not_configured');
  },
  get_wallet_policy: async (walk) => {
    expect(await controlOf(walk)).toMatchObject({ owner: walk.owner.address, permission_mode: 'propose' });
  },
  list_owner_requests: async ({ told }) => {
    const { request } = await told('request_permission_mode_change', { permission_mode: 'delegate' });
    expect((await told('list_owner_requests')).results).toContainEqual(request);
  },
  get_quotes: async ({ refused }) => {
    await refused('get_quotes', VENUE_CALLS.get_quotes ?? {}, 'venue_not_configured');
  },
  list_venue: async ({ refused }) => {
    await refused('list_venue', VENUE_CALLS.list_venue ?? {}, 'venue_not_configured');
  },
  equity_quote: async ({ told, refused }) => {
    await told('declare_jurisdiction', { country: 'CH' });
    await refused('equity_quote', VENUE_CALLS.equity_quote ?? {}, 'venue_not_configured');
  },
};
