import { z } from 'zod';
import type { Oltp } from '../../../core/oltp/port.ts';
import { count, insertion, lockName } from '../../../core/oltp/statements.ts';

const row = z.object({ wallet: z.string(), label: z.string() });
const OTHERS = 'SELECT count(*) FROM watched_wallets WHERE owner = $1 AND wallet <> $2';
const UNWATCH = 'DELETE FROM watched_wallets WHERE owner = $1 AND wallet = $2';
const LISTED = 'SELECT wallet, label FROM watched_wallets WHERE owner = $1 ORDER BY added_at, wallet';

interface Watched {
  readonly owner: string;
  readonly wallet: string;
  readonly label: string;
  readonly at: number;
}

/** Addresses that an owner's agents watch. They grant nothing. */
export type WatchedWallets = ReturnType<typeof createWatchedWallets>;

export function createWatchedWallets(oltp: Oltp) {
  return {
    /** Stores an address under a label; false if the owner already watches `most` others. Safe to repeat. */
    watch: ({ owner, wallet, label, at }: Watched, most: number) =>
      oltp.transaction(async (queries) => {
        await lockName(queries, `watched wallets of ${owner}`);
        if ((await count(queries, OTHERS, [owner, wallet])) >= most) return false;
        const relabel = 'ON CONFLICT (owner, wallet) DO UPDATE SET label = excluded.label';
        const fields = { owner, wallet, label, addedAt: at };
        await queries.run(...insertion('watched_wallets', fields, relabel));
        return true;
      }),
    /** Removes it. Safe to repeat. */
    unwatch: async (owner: string, wallet: string) => void (await oltp.run(UNWATCH, [owner, wallet])),
    listed: (owner: string) => oltp.query(LISTED, [owner], row),
  };
}
