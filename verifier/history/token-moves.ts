import { TOKEN_PROGRAMS } from '../accounts/token-accounts.ts';
import type { Instruction, Transaction } from '../chain/transactions.ts';

/** One movement of tokens into an account (positive) or out of it. */
export interface TokenMove {
  readonly amount: bigint;
  /** The instruction behind the movement: the caller of the token program, or the token instruction itself. */
  readonly orderedBy: Instruction;
}

/** The positions of a token instruction's accounts and amount. */
interface MoveLayout {
  readonly from?: number;
  readonly to?: number;
  readonly amountAt: number;
  /** Offset of a fee that the receiver does not get. */
  readonly feeAt?: number;
}

/** Instructions of SPL Token and Token-2022 that move base units, by their first byte. */
const MOVES: ReadonlyMap<number, MoveLayout> = new Map<number, MoveLayout>([
  [3, { from: 0, to: 1, amountAt: 1 }], // Transfer
  [7, { to: 1, amountAt: 1 }], // MintTo
  [8, { from: 0, amountAt: 1 }], // Burn
  [12, { from: 0, to: 2, amountAt: 1 }], // TransferChecked
  [14, { to: 1, amountAt: 1 }], // MintToChecked
  [15, { from: 0, amountAt: 1 }], // BurnChecked
]);
const FEE_EXTENSION = 26;
const TRANSFER_WITH_FEE: MoveLayout = { from: 0, to: 2, amountAt: 2, feeAt: 11 };

/** Every move of tokens into or out of `account`. */
export function tokenMoves({ groups }: Transaction, account: string): readonly TokenMove[] {
  return groups.flatMap((group) =>
    group.flatMap((instruction, at) => {
      const amount = movedBy(instruction, account);
      return amount === 0n ? [] : [{ amount, orderedBy: callerOf(group, at) }];
    }),
  );
}

function movedBy({ program, accounts, data }: Instruction, account: string): bigint {
  if (!TOKEN_PROGRAMS.includes(program)) return 0n;
  const withFee = data[0] === FEE_EXTENSION && data[1] === 1;
  const layout = withFee ? TRANSFER_WITH_FEE : MOVES.get(data[0] ?? -1);
  if (layout === undefined) return 0n;
  const { from, to, amountAt, feeAt } = layout;
  const amount = u64At(data, amountAt);
  const got = feeAt === undefined ? amount : amount - u64At(data, feeAt);
  const into = to !== undefined && accounts[to] === account ? got : 0n;
  const out = from !== undefined && accounts[from] === account ? amount : 0n;
  return into - out;
}

function u64At(data: Uint8Array, offset: number): bigint {
  if (data.length < offset + 8) return 0n;
  return new DataView(data.buffer, data.byteOffset).getBigUint64(offset, true);
}

/** The nearest earlier instruction one call level higher; without call levels, the transaction's own instruction. */
function callerOf(group: readonly Instruction[], at: number): Instruction {
  const called = group[at] as Instruction;
  if (called.height === undefined) return group[0] ?? called;
  for (let before = at - 1; before >= 0; before--) {
    const candidate = group[before];
    if (candidate?.height === called.height - 1) return candidate;
  }
  return called;
}
