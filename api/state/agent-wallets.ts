import { z } from 'zod';
import type { Oltp, Queries } from '../../core/oltp/port.ts';
import { first } from '../../core/oltp/statements.ts';
import { voidConsents } from './control/agent-wallet-consents.ts';
import { recordChange } from './control/changes.ts';
import { rejectRequestsOfAnyOwner } from './control/owner-requests.ts';

/** The result of a wallet's withdrawal. */
export interface Withdrawal {
  /** The owner it acted for. */
  readonly owner: string | undefined;
  /** Open consents and requests that are void now, of every owner. */
  readonly voided: number;
}

const walletRow = z.object({ wallet: z.string() });

const OWNS = 'SELECT wallet FROM agent_wallets WHERE wallet = $2 AND owner = $1';
const LISTED = 'SELECT wallet FROM agent_wallets WHERE owner = $1 ORDER BY added_at, wallet';
/** Also writes an existing equal row, and nothing if it is another owner's. */
const ADD = `INSERT INTO agent_wallets (owner, wallet, added_at) VALUES ($1, $2, $3)
  ON CONFLICT (wallet) DO UPDATE SET owner = excluded.owner WHERE agent_wallets.owner = excluded.owner`;
const WITHDRAW = 'DELETE FROM agent_wallets WHERE wallet = $1 RETURNING owner';
const REMOVE = 'DELETE FROM agent_wallets WHERE wallet = $2 AND owner = $1';

/** An owner's agent wallets. A wallet has one owner. Either of them can end it. */
export type AgentWallets = ReturnType<typeof createAgentWallets>;

export function createAgentWallets(oltp: Oltp) {
  return {
    owns: async (owner: string, wallet: string) =>
      (await oltp.query(OWNS, [owner, wallet], walletRow)).length > 0,
    listed: async (owner: string): Promise<readonly string[]> =>
      (await oltp.query(LISTED, [owner], walletRow)).map(({ wallet }) => wallet),
    /** Adds a wallet for an owner; false if it belongs to another. Safe to repeat. */
    add: (owner: string, wallet: string, now: number) => addAgentWallet(oltp, owner, wallet, now),
    remove: (owner: string, wallet: string) => removeAgentWallet(oltp, owner, wallet),
    /** Removes a wallet from its owner, at its own request. @param kind of the requests to let a wallet act */
    withdraw: (wallet: string, kind: string, now: number) =>
      oltp.transaction((queries) => withdraw(queries, wallet, kind, now)),
  };
}

/** `add` within a larger transaction. */
export async function addAgentWallet(
  queries: Queries,
  owner: string,
  wallet: string,
  now: number,
): Promise<boolean> {
  return (await queries.run(ADD, [owner, wallet, new Date(now)])) === 1;
}

/** `remove` within a larger transaction. */
export async function removeAgentWallet(queries: Queries, owner: string, wallet: string): Promise<boolean> {
  return (await queries.run(REMOVE, [owner, wallet])) === 1;
}

/**
 * Consents go first: whoever is using one up locks its row, and has created a request from it before this continues.
 */
async function withdraw(queries: Queries, wallet: string, kind: string, now: number): Promise<Withdrawal> {
  const consents = await voidConsents(queries, { wallet }, now);
  const about = { address: wallet };
  const voided = consents + (await rejectRequestsOfAnyOwner(queries, { kind, about }, now));
  const taken = await first(queries, WITHDRAW, [wallet], z.object({ owner: z.string() }));
  if (!taken) return { owner: undefined, voided };
  const { owner } = taken;
  const unsigned = { credentialId: undefined, requestId: undefined };
  await recordChange(queries, { kind: 'agent_wallet_withdrew', detail: about, at: now, owner, ...unsigned });
  return { owner, voided };
}
