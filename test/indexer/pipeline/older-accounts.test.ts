import { describe, expect, test } from 'vitest';
import type { ChainReadOptions } from '../../../indexer/model/chain-read.ts';
import { type AccountView, SLOT_AT } from '../../../indexer/model/source.ts';
import { OlderAccounts } from '../../../indexer/pipeline/followed-launches.ts';
import type { RpcClient } from '../../../indexer/source/rpc/client.ts';
import { key, key58 } from '../../support/scripted-feed.ts';

const LAUNCHED_IN = 10n;
const READ_AT = 14n;

function write(name: string, slot: bigint): AccountView {
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(slot, SLOT_AT);
  const bytes = Buffer.from(key(name));
  return { bytes, pubkeyAt: 0, ownerAt: 0, dataAt: 0, dataLength: 0, signatureAt: -1, numbers };
}

/** Reads the accounts of the names, all of which exist but `missing`, and returns what the stream was given. */
async function read(older: OlderAccounts) {
  const steps: string[] = [];
  const asked: ChainReadOptions[] = [];
  const rpc = {
    getAccountsAtOneSlot: async (keys: readonly string[], options: ChainReadOptions) => {
      asked.push(options);
      return {
        slot: READ_AT,
        value: keys.map((pubkey) => ({
          pubkey,
          account:
            pubkey === key58('missing')
              ? undefined
              : { pubkey, owner: key58('token program'), lamports: 7n, data: Buffer.of(1, 2, 3) },
        })),
      };
    },
  } as unknown as RpcClient;
  const session = {
    whole: async (slot: bigint) => void steps.push(`waited for ${slot}`),
    account: (view: AccountView) => {
      const address = view.bytes.subarray(view.pubkeyAt, view.pubkeyAt + 32);
      const name = ['mint', 'written', 'later'].find((known) => address.equals(key(known)));
      steps.push(`${name} as of ${view.numbers.readBigUInt64LE(SLOT_AT)}`);
    },
  };
  const signal = new AbortController().signal;
  await older.readUnder({ rpc, commitment: 'confirmed', session, signal });
  return { steps, asked };
}

describe('accounts older than the launch that names them', () => {
  test('stand at the slot of the launch as they were read after it', async () => {
    const older = new OlderAccounts(LAUNCHED_IN, [key58('mint'), key58('missing')]);
    const { steps, asked } = await read(older);
    expect(steps).toEqual(['waited for 14', 'mint as of 10']);
    expect(asked[0]?.minContextSlot).toBe(LAUNCHED_IN);
  });

  test('are left to the stream when it wrote them before they were read', async () => {
    const older = new OlderAccounts(LAUNCHED_IN, [key58('mint'), key58('written'), key58('later')]);
    older.see(write('later', 15n));
    older.see(write('written', 16n));
    older.see(write('written', 12n));
    const { steps } = await read(older);
    expect(steps).toEqual(['waited for 14', 'mint as of 10', 'later as of 10']);
  });
});
