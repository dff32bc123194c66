import { z } from 'zod';
import { smallColumn } from '../../../core/oltp/columns.ts';
import type { Oltp } from '../../../core/oltp/port.ts';

/** Addresses that an owner's agents watch. They grant nothing. */
export interface WatchedWallets {
  /** Stores an address under a label; false if the owner already watches `most` others. Safe to repeat. */
  watch(
    watched: { owner: string; wallet: string; label: string; at: number },
    most: number,
  ): Promise<boolean>;
  /** Removes it. Safe to repeat. */
  unwatch(owner: string, wallet: string): Promise<void>;
  listed(owner: string): Promise<readonly { readonly wallet: string; readonly label: string }[]>;
}

const row = z.object({ wallet: z.string(), label: z.string() });
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('watched wallets of ' || $1, 0))`;
const OTHERS = 'SELECT count(*) AS others FROM watched_wallets WHERE owner = $1 AND wallet <> $2';
const WATCH = `INSERT INTO watched_wallets (owner, wallet, label, added_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (owner, wallet) DO UPDATE SET label = excluded.label`;
const UNWATCH = 'DELETE FROM watched_wallets WHERE owner = $1 AND wallet = $2';
const LISTED = 'SELECT wallet, label FROM watched_wallets WHERE owner = $1 ORDER BY added_at, wallet';

export function createWatchedWallets(oltp: Oltp): WatchedWallets {
  return {
    watch: ({ owner, wallet, label, at }, most) =>
      oltp.transaction(async (queries) => {
        await queries.run(LOCK, [owner]);
        const [count] = await queries.query(OTHERS, [owner, wallet], z.object({ others: smallColumn }));
        if ((count?.others ?? 0) >= most) return false;
        await queries.run(WATCH, [owner, wallet, label, new Date(at)]);
        return true;
      }),
    unwatch: async (owner, wallet) => void (await oltp.run(UNWATCH, [owner, wallet])),
    listed: (owner) => oltp.query(LISTED, [owner], row),
  };
}
