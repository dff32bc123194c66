import { describe, expect, test } from 'vitest';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { associatedTokenAddress } from '../../../idl/spl-instructions.ts';
import { type AgentAndOwner, agentAndOwner } from '../../support/agent-and-owner.ts';
import { localnetWallet } from '../../support/localnet-wallet.ts';
import { waitFor } from '../../support/wait-for.ts';
import { testWallet } from '../../support/wallets.ts';
import { demo } from './demo.ts';
import { FAILED, forgetful, OPEN, SUCCEEDED } from './tour-wallets.ts';

describe('an agent proposes to take out what is the owner’s, and the owner’s wallet signs it', () => {
  /** Waits until the chain's clock lets it be planned. */
  const plannable = (agent: AgentAndOwner, name: string, input: Readonly<Record<string, unknown>>) =>
    waitFor(async () => (await agent.call(name, input)).stage === 'planned', {
      what: `${name} to be planned`,
    });
  const walletAt = async (
    agent: AgentAndOwner,
    at: { launch_id: string; as_of_slot: number },
    wallet: string,
  ) => (await agent.call('get_ilo_details', { ...at, wallet })).wallet;

  test('a refund: paid back once, and seen so from its slot on', async () => {
    const [owner = localnetWallet(0)] = forgetful(FAILED, 'refunds');
    await using agent = await agentAndOwner(demo.url, owner);
    const refund = { action: 'refund_ilo_pledge', arguments: { launch_id: FAILED } };
    await plannable(agent, 'create_execution_intent', refund);

    const { slot, steps } = await agent.execute(await agent.propose('create_execution_intent', refund));

    expect(steps.map((step: { moved_by: string }) => step.moved_by)).toEqual(['agent', 'owner', 'chain']);
    const at = { launch_id: FAILED, as_of_slot: slot };
    const after = await walletAt(agent, at, owner.address);
    expect(after.refund).toMatchObject({ amount: after.pledged, refunded: true });
    const before = await walletAt(agent, { ...at, as_of_slot: slot - 1 }, owner.address);
    expect(before.refund).toMatchObject({ refunded: false });
    const again = await agent.call('create_execution_intent', refund);
    expect(again).toMatchObject({ code: 'nothing_claimable' });
  });

  test('a claim: what is unlocked comes in, and is seen as released from its slot on', async () => {
    const [owner = localnetWallet(0)] = forgetful(SUCCEEDED, 'claims');
    await using agent = await agentAndOwner(demo.url, owner);
    const claim = { launch_id: SUCCEEDED };
    await plannable(agent, 'claim_ilo_tokens', claim);

    const { slot } = await agent.execute(await agent.propose('claim_ilo_tokens', claim));

    const at = { launch_id: SUCCEEDED, as_of_slot: slot };
    const released = async (as_of_slot: number) =>
      BigInt((await walletAt(agent, { ...at, as_of_slot }, owner.address)).allocation.released);
    const [before, after] = [await released(slot - 1), await released(slot)];
    expect(after).toBeGreaterThan(before);
    const { launch } = await agent.call('get_ilo_details', at);
    expect(await balanceOf(owner.address, launch.launch_mint)).toBeGreaterThanOrEqual(after);
  });

  test('a gift of tokens: it is in the account of whoever was named, and the intent names its slot', async () => {
    await using agent = await agentAndOwner(demo.url, localnetWallet(93));
    const { launch } = await agent.call('get_ilo_details', { launch_id: OPEN });
    const recipient = testWallet('a friend').address;
    const gift = { recipient, mint: launch.pledge_mint, amount: '4321' };
    expect(await balanceOf(recipient, gift.mint)).toBeUndefined();

    const { slot, outflows } = await agent.execute(await agent.propose('send_token_social', gift));

    const rent = { mint: NATIVE_MINT, amount: '2039280' };
    expect(outflows).toHaveLength(2);
    expect(outflows).toEqual(expect.arrayContaining([{ mint: gift.mint, amount: gift.amount }, rent]));
    expect(await balanceOf(recipient, gift.mint)).toBe(4321n);
    const { source } = await agent.call('get_source_status', { min_slot: slot });
    expect(source.last_indexed_slot).toBeGreaterThanOrEqual(slot);
  });

  /** As the chain's own node tells it; undefined where there is no such account. */
  async function balanceOf(wallet: string, mint: string): Promise<bigint | undefined> {
    const account = associatedTokenAddress(parsePubkey(wallet), parsePubkey(mint));
    const asked = { jsonrpc: '2.0', id: 1, method: 'getAccountInfo' };
    const response = await fetch(demo.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...asked, params: [account, { encoding: 'base64', commitment: 'confirmed' }] }),
    });
    const { result } = (await response.json()) as { result: { value: { data: [string] } | null } };
    return result.value === null
      ? undefined
      : Buffer.from(result.value.data[0], 'base64').readBigUInt64LE(64);
  }
});
