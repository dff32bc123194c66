import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../core/kernel/clock.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { stateAtOneSlot } from '../../../indexer/jobs/snapshot/state-at-one-slot.ts';
import type { ChainAccount, ChainReadOptions } from '../../../indexer/model/chain-read.ts';
import { FollowedAccounts } from '../../../indexer/pipeline/followed-accounts.ts';
import type { RpcClient } from '../../../indexer/source/rpc/client.ts';
import { pubkeyOf } from '../../support/index-builder.ts';

const owner = pubkeyOf('token program');
const account = (name: string): ChainAccount => ({
  pubkey: pubkeyOf(name),
  owner,
  lamports: 1n,
  data: Buffer.alloc(4),
});

/** A node whose two reads are answered from the given slots, one pair a round. */
function stage(rounds: readonly (readonly [program: bigint, outside: bigint])[]) {
  const asked: (bigint | undefined)[] = [];
  let programReads = 0;
  let outsideReads = 0;
  const rpc = {
    host: 'node',
    getProgramAccounts: async (_: string, { minContextSlot }: ChainReadOptions) => {
      asked.push(minContextSlot);
      return { slot: rounds[programReads++]?.[0] ?? 0n, value: [account('launch')] };
    },
    getAccountsAtOneSlot: async (keys: readonly string[]) => ({
      slot: rounds[outsideReads++]?.[1] ?? 0n,
      value: keys.map((pubkey, at) => ({ pubkey, account: at === 0 ? account('escrow') : undefined })),
    }),
  } as unknown as RpcClient;
  const decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID });
  const launches = new FollowedAccounts({ decoder, programId: LOCALNET_PROGRAM_ID });
  const key = (name: string) => pubkeyOf(name);
  launches.add([
    {
      launchId: 1n,
      address: key('launch'),
      escrowTokenAccount: key('escrow'),
      launchVault: key('vault'),
      launchMint: key('mint'),
      pledgeMint: key('stablecoin'),
    },
  ]);
  const read = () =>
    stateAtOneSlot({
      rpc,
      programId: LOCALNET_PROGRAM_ID,
      commitment: 'confirmed',
      decoder,
      launches,
      minContextSlot: 7n,
      clock: systemClock,
      signal: new AbortController().signal,
    });
  return { read, asked };
}

describe('a state at one slot', () => {
  test('is only taken when both reads were answered from the same slot', async () => {
    const { read, asked } = stage([
      [10n, 11n],
      [13n, 12n],
      [14n, 14n],
    ]);
    const state = await read();
    expect(state.slot).toBe(14n);
    expect(state.value.map(({ pubkey }) => pubkey)).toEqual([pubkeyOf('launch'), pubkeyOf('escrow')]);
    // Never asks behind what was already seen
    expect(asked).toEqual([7n, 11n, 13n]);
  });

  test('is given up when the node never answers from one slot', async () => {
    const rounds = Array.from({ length: 100 }, (_, at) => [BigInt(at), BigInt(at + 1)] as const);
    await expect(stage(rounds).read()).rejects.toMatchObject({ code: 'SNAPSHOT_UNSTABLE' });
  });
});
