import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addressFromText, addressText } from '../../fixtures/localnet/keys/address.ts';
import { createKeypair } from '../../fixtures/localnet/keys/keypair.ts';
import { associatedTokenAddress } from '../../fixtures/localnet/program/associated-token.ts';
import { rewardCast } from '../../fixtures/localnet/scenarios/treasury.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

/** The tour mints the reward token at slot 175. */
const BEFORE_MINT = 172;
const AFTER_MINT = 185;

const wallet = (name: string) => createKeypair(name).address;

function settingsFor(seed: string) {
  const { mint, treasury } = rewardCast(seed);
  return {
    mint: mint.address,
    settings: { REWARD_MINT: addressText(mint.address), TREASURY_TOKEN_ACCOUNT: addressText(treasury) },
  };
}

const mintRow = z.object({ slot: z.coerce.bigint(), decimals: z.number(), closed: z.number() });

async function mints({ olap }: RunningIndex, mint: string) {
  const sql = `SELECT toString(m.slot) AS slot, decimals, closed FROM mint_versions AS m
    WHERE base58Encode(m.address) = {mint:String} ORDER BY m.slot`;
  return olap.scanner.query({ sql, parameters: { mint } }, mintRow);
}

const transferRow = z.object({
  slot: z.coerce.bigint(),
  account: z.string(),
  wallet: z.string(),
  amount: z.coerce.bigint(),
  memo: z.string(),
});

async function transfers({ olap }: RunningIndex) {
  const sql = `SELECT toString(t.slot) AS slot, base58Encode(destination_account) AS account,
      base58Encode(destination_wallet) AS wallet, toString(t.amount) AS amount, memo
    FROM (SELECT * FROM treasury_transfers ORDER BY slot, signature, ordinal, revision DESC
      LIMIT 1 BY slot, signature, ordinal) AS t
    ORDER BY t.slot, amount`;
  return olap.scanner.query({ sql }, transferRow);
}

async function finalizedSlot({ olap }: RunningIndex): Promise<bigint> {
  const sql = 'SELECT toString(finalized_slot) AS slot FROM checkpoints ORDER BY revision DESC LIMIT 1';
  const [row] = await olap.scanner.query({ sql }, z.object({ slot: z.coerce.bigint() }));
  return row?.slot ?? 0n;
}

function pay(live: LiveChain, to: string, amount: bigint, { once = false, memo = 'paid' } = {}): void {
  const treasury = live.chain.treasury ?? expect.fail('the scenario has no treasury');
  live.chain.submit(treasury.pay({ wallet: wallet(to), amount, memo }), { once });
}

describe('the reward mint and the treasury', () => {
  test('are followed from before the mint on, each transfer with its memo, up to what is final', async () => {
    const { mint, settings } = settingsFor('treasury');
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'treasury' });
    const index = await startIndex({ chain: live, dataDir: directory.path, settings });
    try {
      // Given an index that began before there was a mint
      await playInStep(live, index, { until: BEFORE_MINT });
      expect(await mints(index, addressText(mint))).toEqual([]);
      // When the token is minted and the treasury pays
      await playInStep(live, index, { until: AFTER_MINT });
      expect(await mints(index, addressText(mint))).toMatchObject([{ decimals: 6, closed: 0 }]);
      pay(live, 'alice', 1_250_000n, { memo: 'launchlens:payout:1' });
      pay(live, 'bob', 7n);
      await playInStep(live, index, { until: AFTER_MINT + 12 });
      // Then every transfer is there with who received it
      const alice = addressText(wallet('alice'));
      expect(await transfers(index)).toMatchObject([
        {
          wallet: alice,
          account: addressText(associatedTokenAddress(addressFromText(alice), mint)),
          amount: 1_250_000n,
          memo: 'launchlens:payout:1',
        },
        { wallet: addressText(wallet('bob')), amount: 7n, memo: 'paid' },
      ]);
      // And what the chain finalized is known to be final
      await playInStep(live, index, { until: AFTER_MINT + 40 });
      const final = live.chain.heads.finalized;
      await waitFor(async () => (await finalizedSlot(index)) === final, {
        what: `slot ${final} to be final`,
      });
    } finally {
      await index.stop();
    }
  });

  test('that a fork brought go with it, and what it paid is no payment', async () => {
    const { settings } = settingsFor('dying treasury');
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'dying treasury' });
    const index = await startIndex({ chain: live, dataDir: directory.path, settings });
    try {
      await playInStep(live, index, { until: AFTER_MINT });
      live.chain.doom({ blocks: 8 });
      live.chain.advance(1);
      pay(live, 'alice', 5n, { once: true });
      pay(live, 'bob', 6n);
      await playInStep(live, index, { until: AFTER_MINT + 6 });
      expect((await transfers(index)).map(({ amount }) => amount)).toEqual([5n, 6n]);
      const doomed = (await transfers(index)).map(({ slot }) => slot);
      expect(await finalizedSlot(index)).toBeLessThan(doomed[0] ?? 0n);
      await playInStep(live, index, { until: AFTER_MINT + 60 });
      expect(index.stats.rollbacks).toBeGreaterThan(0);
      const [survivor, ...others] = await transfers(index);
      expect(others).toEqual([]);
      expect(survivor).toMatchObject({ amount: 6n });
      expect(survivor?.slot).toBeGreaterThan(doomed[1] ?? 0n);
    } finally {
      await index.stop();
    }
  });

  test('are final as soon as they are indexed where only finalized slots are', async () => {
    const { settings } = settingsFor('finalized treasury');
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'finalized treasury' });
    const index = await startIndex({
      chain: live,
      dataDir: directory.path,
      settings,
      commitment: 'finalized',
    });
    try {
      await playInStep(live, index, { until: AFTER_MINT + 10, commitment: 'finalized' });
      pay(live, 'alice', 5n);
      await playInStep(live, index, { until: AFTER_MINT + 60, commitment: 'finalized' });
      const [paid] = await transfers(index);
      expect(paid).toMatchObject({ amount: 5n });
      await waitFor(async () => (await finalizedSlot(index)) >= (paid?.slot ?? 0n), {
        what: 'it to be final',
      });
    } finally {
      await index.stop();
    }
  });

  test('may be set over an index that was built without them, and changed', async () => {
    const { mint, settings } = settingsFor('late settings');
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'late settings' });
    const dataDir = directory.path;
    // Given an index that followed neither, while the token was minted
    let index = await startIndex({ chain: live, dataDir });
    await playInStep(live, index, { until: AFTER_MINT });
    await index.stop();
    // When they are set
    index = await startIndex({ chain: live, dataDir, settings });
    await playInStep(live, index, { until: AFTER_MINT + 10 });
    const [found] = await mints(index, addressText(mint));
    expect(found).toMatchObject({ decimals: 6 });
    pay(live, 'alice', 5n);
    await playInStep(live, index, { until: AFTER_MINT + 20 });
    expect(await transfers(index)).toMatchObject([{ amount: 5n }]);
    await index.stop();
    // And set to something that is no mint
    index = await startIndex({
      chain: live,
      dataDir,
      settings: { ...settings, REWARD_MINT: settings.TREASURY_TOKEN_ACCOUNT },
    });
    try {
      await playInStep(live, index, { until: AFTER_MINT + 40 });
      const audit = index.audits.audit({
        launchId: undefined,
        repair: false,
        signal: new AbortController().signal,
      });
      await playInStep(live, index, { until: AFTER_MINT + 60 });
      // Then what was followed before is followed on, and the whole index equals the chain
      expect(await audit).toMatchObject({ verdict: 'equal' });
    } finally {
      await index.stop();
    }
  });
});
