import { afterAll, beforeAll, expect, test } from 'vitest';
import { rewardMintCheck, treasuryCheck } from '../../../cli/doctor/rewards.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { settingsSchema } from '../../../core/kernel/settings/schema.ts';
import { openRpcLimit } from '../../../core/rpc/rate-limit.ts';
import { addressText } from '../../../fixtures/localnet/keys/address.ts';
import { rewardCast } from '../../../fixtures/localnet/scenarios/treasury.ts';
import { createWorld } from '../../../fixtures/localnet/scenarios/world.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';

const SEED = 'doctor';
const cast = rewardCast(SEED);
const [MINT, TREASURY] = [addressText(cast.mint.address), addressText(cast.treasury)];
const WALLET = createWorld({ seed: SEED, wallets: 1, purse: 0n }).wallet(0);
const STABLECOINS = addressText(WALLET.stablecoins);

let live: LiveChain;
beforeAll(async () => {
  live = await LiveChain.open({ seed: SEED });
});
afterAll(() => live[Symbol.asyncDispose]());

function told(settings: Readonly<Record<string, string>>) {
  const parsed = settingsSchema.parse({ SOLANA_RPC_URL: live.rpcUrl, ...settings });
  const context = {
    settings: parsed,
    logger: createLogger('silent'),
    clock: systemClock,
    rpcLimit: openRpcLimit(parsed),
    programs: [],
    signal: AbortSignal.timeout(20_000),
  };
  return Promise.all([rewardMintCheck.run(context), treasuryCheck.run(context)]);
}

test('the doctor tells what there is of the reward token, and what is none', async () => {
  const settings = { REWARD_MINT: MINT, TREASURY_TOKEN_ACCOUNT: TREASURY };
  expect(await told({})).toEqual([undefined, undefined]);
  // Given a chain on which nothing is minted yet
  expect(await told(settings)).toMatchObject([
    { ok: true, remedy: expect.stringContaining('mint') },
    { ok: true, remedy: expect.stringContaining('create') },
  ]);
  live.chain.advance(120);
  expect(await told(settings)).toEqual([
    { ok: true, detail: MINT },
    { ok: true, detail: TREASURY },
  ]);
  expect(await told({ REWARD_MINT: TREASURY, TREASURY_TOKEN_ACCOUNT: MINT })).toMatchObject([
    { ok: false, detail: expect.stringContaining('is not an SPL mint') },
    { ok: false, detail: expect.stringContaining('is not an SPL token account') },
  ]);
  expect(await told({ REWARD_MINT: MINT, TREASURY_TOKEN_ACCOUNT: STABLECOINS })).toMatchObject([
    { ok: true },
    { ok: false, detail: expect.stringContaining('not REWARD_MINT') },
  ]);
});
