import { base58 } from '@scure/base';
import { PROGRAM, TOKEN_PROGRAM, testKey, u64 } from './launch-bytes.ts';
import type { RpcCall, RpcReply } from './scripted-rpc.ts';

/** One transaction of an escrow: through the escrow program where it names a Pledge, past it where not. */
export interface FakeMove {
  /** Base units into the escrow; negative out of it. */
  readonly amount: bigint;
  readonly pledge?: string;
  readonly slot?: number;
  readonly failed?: boolean;
}

const WALLET = testKey('wallet tokens').toBase58();

interface Placed {
  readonly signature: string;
  readonly slot: number;
  readonly failed: boolean;
  readonly body: unknown;
}

/** What a node answers about the transactions of an escrow, oldest first as given. */
export function fakeHistory(escrow: string, moves: readonly FakeMove[]): (call: RpcCall) => RpcReply {
  let balance = 0n;
  const placed = moves.map((move, index): Placed => {
    const { slot = 900 + index, failed = false } = move;
    const before = balance;
    if (!failed) balance += move.amount;
    const signature = base58.encode(Buffer.alloc(64, index + 1));
    return { signature, slot, failed, body: transactionOf(escrow, move, before, balance) };
  });
  const newestFirst = placed.toReversed();
  return ({ method, params }) => {
    if (method === 'getTransaction') {
      return { result: placed.find(({ signature }) => signature === params[0])?.body ?? null };
    }
    const { before, limit } = params[1] as { before?: string; limit: number };
    const from =
      before === undefined ? 0 : newestFirst.findIndex(({ signature }) => signature === before) + 1;
    const rows = newestFirst.slice(from, from + limit);
    return {
      result: rows.map(({ signature, slot, failed }) => ({ signature, slot, err: failed ? 'no' : null })),
    };
  };
}

function transactionOf(escrow: string, { amount, pledge }: FakeMove, before: bigint, after: bigint): unknown {
  const keys = [WALLET, escrow, TOKEN_PROGRAM.toBase58(), PROGRAM.toBase58(), pledge ?? WALLET];
  const [from, to] = amount > 0n ? [0, 1] : [1, 0];
  const data = base58.encode(Buffer.concat([Buffer.of(3), u64(amount > 0n ? amount : -amount)]));
  const transfer = { programIdIndex: 2, accounts: [from, to, 0], data };
  const viaProgram = { programIdIndex: 3, accounts: [0, 1, 4], data: base58.encode(Buffer.of(9)) };
  const balances = (value: bigint) => [{ accountIndex: 1, uiTokenAmount: { amount: value.toString() } }];
  return {
    slot: 0,
    transaction: { message: { accountKeys: keys, instructions: [pledge ? viaProgram : transfer] } },
    meta: {
      innerInstructions: pledge ? [{ index: 0, instructions: [{ ...transfer, stackHeight: 2 }] }] : [],
      preTokenBalances: balances(before),
      postTokenBalances: balances(after),
    },
  };
}
