import { z } from 'zod';
import type { Oltp, Queries } from '../../core/oltp/port.ts';

/** Which wallets an owner's agents act with. A wallet has one owner, who may be asked for it and give it up. */
export interface AgentWallets {
  owns(owner: string, wallet: string): Promise<boolean>;
  listed(owner: string): Promise<readonly string[]>;
  /** Gives a wallet to an owner; false when it belongs to another. Safe to repeat. */
  add(owner: string, wallet: string, now: number): Promise<boolean>;
  remove(owner: string, wallet: string): Promise<boolean>;
}

const walletRow = z.object({ wallet: z.string() });

const OWNS = 'SELECT wallet FROM agent_wallets WHERE wallet = $2 AND owner = $1';
const LISTED = 'SELECT wallet FROM agent_wallets WHERE owner = $1 ORDER BY added_at, wallet';
/** Writes also what stands there already, and nothing where it is another's. */
const ADD = `INSERT INTO agent_wallets (owner, wallet, added_at) VALUES ($1, $2, $3)
  ON CONFLICT (wallet) DO UPDATE SET owner = excluded.owner WHERE agent_wallets.owner = excluded.owner`;
const REMOVE = 'DELETE FROM agent_wallets WHERE wallet = $2 AND owner = $1';

export function createAgentWallets(oltp: Oltp): AgentWallets {
  return {
    owns: async (owner, wallet) => (await oltp.query(OWNS, [owner, wallet], walletRow)).length > 0,
    listed: async (owner) => (await oltp.query(LISTED, [owner], walletRow)).map(({ wallet }) => wallet),
    add: (owner, wallet, now) => addAgentWallet(oltp, owner, wallet, now),
    remove: (owner, wallet) => removeAgentWallet(oltp, owner, wallet),
  };
}

/** `add`, also in a transaction of more. */
export async function addAgentWallet(
  queries: Queries,
  owner: string,
  wallet: string,
  now: number,
): Promise<boolean> {
  return (await queries.run(ADD, [owner, wallet, new Date(now)])) === 1;
}

/** `remove`, also in a transaction of more. */
export async function removeAgentWallet(queries: Queries, owner: string, wallet: string): Promise<boolean> {
  return (await queries.run(REMOVE, [owner, wallet])) === 1;
}
