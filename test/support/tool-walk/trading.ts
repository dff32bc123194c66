import { expect } from 'vitest';
import { VENUE_CALLS, VENUE_OUTFLOWS } from '../../api/mcp/support/venue-calls.ts';
import { localnetWallet } from '../localnet-wallet.ts';
import { OPEN_LAUNCH } from './reads.ts';
import { granted, proposed, type ToolCase, type ToolCases, type Walk } from './walk.ts';

const [friend, delegate] = [localnetWallet(95).address, localnetWallet(96)];
const pledge = { launch_id: OPEN_LAUNCH, amount: '1000' };

/** What its wallets hold from its first slot on. */
async function stablecoin({ told }: Walk): Promise<string> {
  return (await told('get_ilo_details', { launch_id: OPEN_LAUNCH })).launch.pledge_mint;
}

const venueCase =
  (name: string): ToolCase =>
  async ({ refused }) => {
    const { detail } = await refused(name, VENUE_CALLS[name] ?? {}, 'venue_not_configured');
    expect(detail).toMatch(/(VENUE_[A-Z]+|JUPITER_API)_URL/);
  };

/** Tools that propose: an intent that its owner could sign, or why there is none. */
export const TRADING: ToolCases = {
  create_execution_intent: async (walk) => {
    const asked = { action: 'pledge_to_ilo', arguments: pledge };
    const intent = await proposed(walk, 'create_execution_intent', asked);
    expect(intent).toMatchObject({ action: 'pledge_to_ilo', arguments: pledge });
  },
  get_intent_status: async (walk) => {
    const { id } = await proposed(walk, 'pledge_to_ilo', pledge);
    const { intent } = await walk.told('get_intent_status', { intent_id: id });
    expect(intent.steps).toMatchObject([{ status: 'proposed', moved_by: 'agent' }]);
  },
  cancel_intent: async (walk) => {
    const { id } = await proposed(walk, 'pledge_to_ilo', pledge);
    await walk.told('cancel_intent', { intent_id: id });
    const { intent } = await walk.told('get_intent_status', { intent_id: id });
    expect(intent).toMatchObject({ status: 'rejected', steps: [{}, { moved_by: 'agent' }] });
  },
  list_intents: async (walk) => {
    const { id } = await proposed(walk, 'pledge_to_ilo', pledge);
    const { results } = await walk.told('list_intents', { status: 'proposed' });
    expect(results).toContainEqual(expect.objectContaining({ id }));
  },
  pledge_to_ilo: async (walk) => {
    const intent = await proposed(walk, 'pledge_to_ilo', pledge);
    expect(intent.outflows).toEqual([{ mint: await stablecoin(walk), amount: '1000' }]);
  },
  claim_ilo_tokens: async ({ refused }) => {
    await refused('claim_ilo_tokens', { launch_id: OPEN_LAUNCH }, 'nothing_claimable');
  },
  fund_wallet: async (walk) => {
    const named = { address: delegate.address, label: 'Runner', kind: 'delegate' };
    const { consent } = await walk.told('create_agent_wallet', named);
    const wallet_signature = delegate.sign(consent);
    await granted(walk, await walk.told('create_agent_wallet', { ...named, wallet_signature }));
    const sent = { wallet: delegate.address, mint: await stablecoin(walk), amount: '7' };
    expect(await proposed(walk, 'fund_wallet', sent)).toMatchObject({ action: 'fund_wallet' });
  },
  send_token_social: async (walk) => {
    const sent = { recipient: friend, mint: await stablecoin(walk), amount: '5' };
    const { outflows } = await proposed(walk, 'send_token_social', sent);
    expect(outflows).toEqual([{ mint: sent.mint, amount: '5' }]);
  },
  bulk_send_social: async (walk) => {
    const recipients = [friend, delegate.address].map((recipient) => ({ recipient, amount: '3' }));
    const sent = { mint: await stablecoin(walk), recipients };
    const { outflows } = await proposed(walk, 'bulk_send_social', sent);
    expect(outflows).toEqual([{ mint: sent.mint, amount: '6' }]);
  },
  ...Object.fromEntries(Object.keys(VENUE_OUTFLOWS).map((name) => [name, venueCase(name)])),
};
