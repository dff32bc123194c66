import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Executed } from '../../../schemas/mcp/wallet-history.ts';
import type { WalletChain } from '../../read/chain/wallets.ts';
import type { Intents } from '../../state/intents/intents.ts';
import { wireCount } from '../wire.ts';

/** Each takes a request to the node. */
const MOST_EXECUTED = 10;

/** An executed intent, and what its transaction changed in the wallet. */
export interface ExecutedIntent {
  readonly answer: Executed;
  readonly changes: ReadonlyMap<Pubkey, bigint>;
}

/** The owner's newest executed intents that the node still knows. @throws CHAIN_UNREADABLE */
export async function executedIntents(
  intents: Pick<Intents, 'list'>,
  chain: WalletChain,
  owner: Pubkey,
): Promise<readonly ExecutedIntent[]> {
  const confirmed = await intents.list(owner, {
    ...{ status: 'confirmed', before: undefined, limit: MOST_EXECUTED },
  });
  const read = await Promise.all(
    confirmed.map(async ({ id, action, signature }) => {
      const change = signature === undefined ? undefined : await chain.change(owner, signature);
      if (signature === undefined || change === undefined) return [];
      const { slot, changes } = change;
      const rows = [...changes].filter(([, amount]) => amount !== 0n);
      const answer = {
        ...{ intent_id: id, action, signature, slot: wireCount(slot) },
        changes: rows.map(([mint, amount]) => ({ mint, amount: amount.toString() })),
      };
      return [{ answer, changes }];
    }),
  );
  return read.flat();
}

/** What was sold of one token for another in these: a transaction that gives the one and brings the other. */
export function salesIn(executed: readonly ExecutedIntent[], mint: Pubkey, forMint: Pubkey) {
  let [sold, proceeds] = [0n, 0n];
  for (const { changes } of executed) {
    const [given, got] = [-(changes.get(mint) ?? 0n), changes.get(forMint) ?? 0n];
    if (given <= 0n || got <= 0n) continue;
    sold += given;
    proceeds += got;
  }
  return { sold, proceeds };
}
