import { base58 } from '@scure/base';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { readAnswer } from '../../../core/rpc/post.ts';
import { LedgerRpc } from '../../../indexer/source/rpc/ledger/ledger.ts';
import { at, parseWritten } from '../support/naive-json.ts';
import type { Random } from '../support/random.ts';
import { type FedAnswer, rpcAnswer, rpcTransaction } from '../support/rpc-answers.ts';
import { type FuzzTarget, hold } from '../support/target.ts';

const REFUSALS = ['RPC_BAD_ANSWER', 'RPC_REFUSED', 'RPC_BEHIND', 'RPC_RATE_LIMITED', 'RPC_UNREACHABLE'];
const READ = { commitment: 'confirmed' } as const;
const U64_END = 2n ** 64n;

/** A node's ledger: signatures, blocks and transactions of the past. */
export const ledger: FuzzTarget = {
  name: 'ledger',
  feeds: "a node's answers about blocks and transactions to the client of its ledger",
  share: 0.2,
  good: 'transaction',
  start: () => {
    let answer: FedAnswer;
    const client = new LedgerRpc('node', async (request) => readAnswer('node', request, answer));
    const reads: readonly ((random: Random) => Promise<string>)[] = [
      async (random) => {
        answer = rpcAnswer(random, random.once(9) ? null : rpcTransaction(random));
        const told = await client.getTransaction(base58.encode(Buffer.alloc(64, 1)), READ);
        if (told === undefined) return 'not there';
        expectTransaction(told, at(parseWritten(answer.body), 'result'));
        return 'transaction';
      },
      async (random) => {
        answer = rpcAnswer(random, {
          parentSlot: random.u64(),
          blockhash: base58.encode(random.bytes(32)),
          blockTime: random.once(3) ? null : BigInt.asIntN(64, random.u64()),
          blockHeight: random.once(3) ? null : random.u64(),
        });
        const meta = await client.getBlockMeta(7n, READ);
        if (meta === undefined) return 'not there';
        const { parentSlot, blockTime = 0n, blockHeight = 0n } = meta;
        const fits =
          parentSlot < U64_END && blockHeight < U64_END && BigInt.asIntN(64, blockTime) === blockTime;
        hold(fits, 'the numbers of a block fit their columns', () => meta);
        return 'block';
      },
      async (random) => {
        const row = () => ({ signature: base58.encode(random.bytes(64)), slot: random.u64(), err: null });
        answer = rpcAnswer(random, Array.from({ length: random.below(4) }, row));
        const rows = await client.getSignaturesForAddress('address', { ...READ, limit: 10 });
        hold(
          rows.every(({ slot }) => slot < U64_END),
          'slots fit their column',
          () => rows,
        );
        return 'signatures';
      },
    ];
    return {
      feed: async (random) => {
        try {
          return await random.pick(reads)(random);
        } catch (error) {
          hold(!answer.whole, 'a whole answer is read', () => ({ body: answer.body, error: String(error) }));
          if (isLaunchlensError(error) && REFUSALS.includes(error.code)) return error.code;
          throw error;
        }
      },
    };
  },
};

type Told = NonNullable<Awaited<ReturnType<LedgerRpc['getTransaction']>>>;

function expectTransaction({ transaction, blockTime = 0n }: Told, written: unknown): void {
  const { slot, accountKeys, preTokenBalances, postTokenBalances, instructions, failed } = transaction;
  const balances = [...preTokenBalances, ...postTokenBalances];
  hold(slot < U64_END && BigInt.asIntN(64, blockTime) === blockTime, 'numbers fit their columns', () => ({
    slot,
    blockTime,
  }));
  hold(
    accountKeys.every(({ length }) => length === 32),
    'keys have 32 bytes',
  );
  hold(
    balances.every(
      ({ mint, owner, amount }) => mint.length === 32 && (owner?.length ?? 32) === 32 && amount < U64_END,
    ),
    'balances are whole',
  );
  hold(
    instructions.every(({ program }) => program < 256),
    'programs are named by a byte',
  );
  hold(failed === (at(written, 'meta', 'err') != null), 'a failure is told', () => written);
  const keys = at(written, 'transaction', 'message', 'accountKeys') as string[];
  hold(
    keys.every((key, index) => key === base58.encode(accountKeys[index] as Uint8Array)),
    'keys are what is written',
    () => keys,
  );
  const told = preTokenBalances.map(({ amount }) => `${amount}`).join();
  const right = ((at(written, 'meta', 'preTokenBalances') ?? []) as unknown[]).map((one) =>
    at(one, 'uiTokenAmount', 'amount'),
  );
  hold(told === right.join(), 'amounts are what is written', () => ({ told, right }));
}
