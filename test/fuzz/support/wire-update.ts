import { base58 } from '@scure/base';
import { geyser } from '../../../core/kernel/geyser.ts';
import { TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import type { Random } from './random.ts';

/** A valid `SubscribeUpdate` of a random kind, as the official codec writes it. */
export function accountOrSlotUpdate(random: Random): Buffer {
  return encode(random.pick([account, account, slot, blockMeta, ping])(random), random);
}

export interface TransactionShape {
  /** Keys that stand first among the accounts. */
  readonly keys: readonly Uint8Array[];
}

/** A valid `SubscribeUpdate` with a transaction that moves tokens between its first keys. */
export function transactionUpdate(random: Random, shape: TransactionShape): Buffer {
  return encode(
    { transaction: { slot: `${random.u64()}`, transaction: transactionInfo(random, shape) } },
    random,
  );
}

function encode(kind: object, random: Random): Buffer {
  const filters = Array.from({ length: random.below(3) }, () => 'f');
  const createdAt = random.once(2) ? new Date(1_790_000_000_000) : undefined;
  const update = geyser.SubscribeUpdate.fromPartial({ ...kind, filters, createdAt } as never);
  return Buffer.from(geyser.SubscribeUpdate.encode(update).finish());
}

const account = (random: Random) => ({
  account: {
    account: {
      pubkey: random.bytes(32),
      lamports: `${random.u64()}`,
      owner: random.bytes(32),
      executable: random.once(2),
      rentEpoch: `${random.u64()}`,
      data: random.bytes(random.below(200)),
      writeVersion: `${random.u64()}`,
      txnSignature: random.once(2) ? random.bytes(64) : undefined,
    },
    slot: `${random.u64()}`,
    isStartup: random.once(2),
  },
});

const slot = (random: Random) => ({
  slot: {
    slot: `${random.u64()}`,
    parent: random.once(3) ? undefined : `${random.u64()}`,
    status: random.below(7),
    deadError: random.once(3) ? 'dead' : undefined,
  },
});

const blockMeta = (random: Random) => ({
  blockMeta: {
    slot: `${random.u64()}`,
    blockhash: base58.encode(random.bytes(32)),
    blockTime: random.once(3) ? undefined : { timestamp: `${BigInt.asIntN(64, random.u64())}` },
    blockHeight: random.once(3) ? undefined : { blockHeight: `${random.u64()}` },
    parentSlot: `${random.u64()}`,
    parentBlockhash: base58.encode(random.bytes(32)),
    executedTransactionCount: `${random.u64()}`,
    entriesCount: '1',
  },
});

const ping = (random: Random) => (random.once(2) ? { ping: {} } : { pong: { id: random.below(2 ** 31) } });

function transactionInfo(random: Random, { keys }: TransactionShape) {
  const accountKeys = [...keys, ...Array.from({ length: random.below(4) }, () => random.bytes(32))];
  const loaded = Array.from({ length: random.below(3) }, () => random.bytes(32));
  const total = accountKeys.length + loaded.length;
  const call = () => instruction(random, total);
  const balances = () => Array.from({ length: random.below(5) }, () => balance(random, total));
  const told = random.once(9) ? 0 : total;
  const lamports = () => Array.from({ length: told }, () => (random.once(3) ? '0' : `${random.u64()}`));
  const signature = random.bytes(64);
  return {
    signature,
    isVote: false,
    index: '1',
    transaction: {
      signatures: [signature],
      message: {
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 0 },
        accountKeys,
        recentBlockhash: random.bytes(32),
        instructions: Array.from({ length: random.below(4) }, call),
        versioned: true,
        addressTableLookups: [],
      },
    },
    meta: {
      err: random.once(8) ? { err: Uint8Array.of(8, 0, 0, 0) } : undefined,
      fee: '5000',
      preBalances: lamports(),
      postBalances: lamports(),
      innerInstructions: Array.from({ length: random.below(3) }, (_, index) => ({
        index,
        instructions: Array.from({ length: random.below(3) }, () => ({ ...call(), stackHeight: 2 })),
      })),
      innerInstructionsNone: false,
      logMessages: ['Program log: hello'],
      logMessagesNone: false,
      preTokenBalances: balances(),
      postTokenBalances: balances(),
      rewards: [],
      loadedWritableAddresses: loaded,
      loadedReadonlyAddresses: [],
      returnDataNone: true,
    },
  };
}

/** Half of them transfers of the token programs. */
function instruction(random: Random, keys: number) {
  const accounts = Uint8Array.from({ length: 2 + random.below(3) }, () => random.below(keys + 1));
  if (random.once(2))
    return { programIdIndex: random.below(keys), accounts, data: random.bytes(random.below(12)) };
  const checked = random.once(2);
  const data = Buffer.alloc(checked ? 10 : 9);
  data[0] = checked ? 12 : 3;
  data.writeBigUInt64LE(random.once(3) ? random.u64() : BigInt(random.below(5)), 1);
  return { programIdIndex: 0, accounts, data };
}

function balance(random: Random, keys: number) {
  const amount = random.once(3) ? random.u64() : BigInt(random.below(5));
  return {
    accountIndex: random.below(keys + 1),
    mint: base58.encode(Buffer.alloc(32, random.below(2))),
    owner: random.once(4) ? '' : base58.encode(random.bytes(32)),
    programId: TOKEN_PROGRAM_ID,
    uiTokenAmount: { uiAmount: 1.5, decimals: 6, amount: `${amount}`, uiAmountString: 'no matter' },
  };
}
