import { parseU64 } from '../../../../core/kernel/u64.ts';
import type { BlockWrites, WritingTransaction } from '../../../model/block-writes.ts';
import type { BlockWritesAnswer } from './answers.ts';

type BlockTransaction = BlockWritesAnswer['transactions'][number];
type Balances = NonNullable<NonNullable<BlockTransaction['meta']>['preTokenBalances']>;

/** Undefined if the node did not record the transaction's token balances. @throws U64_MALFORMED */
export function readBlockWrites({ blockhash, transactions }: BlockWritesAnswer): BlockWrites | undefined {
  const read: WritingTransaction[] = [];
  for (const { transaction, meta } of transactions) {
    if (!meta?.preTokenBalances || !meta.postTokenBalances) return undefined;
    if (meta.err != null) continue;
    const before = amounts(meta.preTokenBalances);
    const after = amounts(meta.postTokenBalances);
    read.push({
      signature: transaction.signatures[0] ?? '',
      accounts: transaction.accountKeys.map(({ pubkey, signer, writable }, index) => ({
        key: pubkey,
        signer,
        writable,
        lamports: { before: meta.preBalances[index] ?? 0n, after: meta.postBalances[index] ?? 0n },
        tokens:
          before.has(index) || after.has(index)
            ? { before: before.get(index) ?? 0n, after: after.get(index) ?? 0n }
            : undefined,
      })),
    });
  }
  return { blockhash, transactions: read };
}

function amounts(balances: Balances): ReadonlyMap<number, bigint> {
  return new Map(
    balances.map(({ accountIndex, uiTokenAmount }) => [
      accountIndex,
      parseU64('amount', uiTokenAmount.amount),
    ]),
  );
}
