import { isDeepStrictEqual } from 'node:util';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import type { Transaction } from '../../../indexer/model/source.ts';
import { ESCROW_FLOWS, FLOW_DIRECTION } from '../../../indexer/model/tables.ts';
import { UpdateScanner } from '../../../indexer/source/scan/update.ts';
import { mutated } from '../support/mutate.ts';
import { naiveTransaction } from '../support/naive-transaction.ts';
import { accepted, type FuzzTarget, hold } from '../support/target.ts';
import { transactionUpdate } from '../support/wire-update.ts';

const ESCROW = Buffer.alloc(32, 'escrow');
const KEYS = [
  pubkeyBytes(TOKEN_PROGRAM_ID),
  ESCROW,
  pubkeyBytes(LOCALNET_PROGRAM_ID),
  Buffer.alloc(32, 'wallet'),
];

/** Transactions off the wire, and the movements that are made of them: they add up to the change of the balance. */
export const transactions: FuzzTarget = {
  name: 'transactions',
  feeds:
    'transactions of the stream to the scanner and the decoder of movements, beside a reading by the book',
  share: 0.5,
  good: 'moved',
  start: () => {
    const decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID });
    decoder.follow({ kind: 'escrow', address: ESCROW, launchId: 7n });
    const into = new SlotBuffer();
    let told: Transaction | undefined;
    const ignore = (): void => undefined;
    const transaction = (one: Transaction): void => {
      told = one;
    };
    const scanner = new UpdateScanner({ account: ignore, slot: ignore, blockMeta: ignore, transaction });
    return {
      feed: (random) => {
        const valid = transactionUpdate(random, { keys: KEYS });
        const message = random.once(4) ? valid : mutated(valid, random);
        told = undefined;
        const scanned = accepted(() => scanner.scan(message, 0, message.length), ['UPDATE_MALFORMED']);
        if ('refused' in scanned) {
          hold(message !== valid, 'a valid message is read', () => message.toString('hex'));
          hold(told === undefined, 'nothing is told of a message that is refused', () =>
            message.toString('hex'),
          );
          return scanned.refused;
        }
        if (told === undefined) return 'another kind';
        const theirs = naiveTransaction(message);
        hold(isDeepStrictEqual(plain(told), theirs), 'what is told stands in the message', () => ({
          message: message.toString('hex'),
          ours: plain(told as Transaction),
          theirs,
        }));
        into.reset();
        const moved = decoder.transaction(told, into);
        expectBalanced(told, into);
        return moved ? 'moved' : 'moved nothing';
      },
    };
  },
};

function plain(told: Transaction): unknown {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const balance = ({ accountIndex, mint, owner, amount }: Transaction['preTokenBalances'][number]) => ({
    accountIndex: BigInt(accountIndex),
    mint: hex(mint),
    owner: owner && hex(owner),
    amount,
  });
  return {
    ...told,
    signature: hex(told.signature),
    accountKeys: told.accountKeys.map(hex),
    emptied: (told.emptied ?? []).map(hex),
    preTokenBalances: told.preTokenBalances.map(balance),
    postTokenBalances: told.postTokenBalances.map(balance),
    logs: told.logs?.map(hex),
    instructions: told.instructions.map(({ program, accounts, data, height, ...place }) => ({
      ...place,
      program: BigInt(program),
      accounts: hex(accounts),
      data: hex(data),
      height: height === undefined ? undefined : BigInt(height),
    })),
  };
}

/** For each mint, what went in less what went out is the change of the escrow's balance. */
function expectBalanced(transaction: Transaction, { escrowFlows: rows }: SlotBuffer): void {
  const sums = new Map<string, bigint>();
  const add = (mint: Uint8Array, amount: bigint): void => {
    const key = Buffer.from(mint).toString('hex');
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  const { mint, amount, direction } = ESCROW_FLOWS.byName;
  for (let row = 0; row < rows.rows; row += 1) {
    const incoming = rows.u8(direction, row) === FLOW_DIRECTION.in;
    hold(rows.u64(amount, row) > 0n, 'no movement moves nothing', () => plain(transaction));
    add(rows.bytes(mint, row), incoming ? rows.u64(amount, row) : -rows.u64(amount, row));
  }
  if (!transaction.failed) {
    for (const [index, key] of transaction.accountKeys.entries()) {
      if (!ESCROW.equals(key)) continue;
      const before = transaction.preTokenBalances.find(({ accountIndex }) => accountIndex === index);
      const after = transaction.postTokenBalances.find(({ accountIndex }) => accountIndex === index);
      if (before) add(before.mint, before.amount);
      if (after) add(after.mint, -after.amount);
    }
  }
  hold(
    [...sums.values()].every((sum) => sum === 0n),
    'movements add up to the change',
    () => plain(transaction),
  );
}
