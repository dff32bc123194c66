import { z } from 'zod';
import type { Oltp, Queries } from '../../core/oltp/port.ts';
import { voidConsents } from './control/agent-wallet-consents.ts';
import { recordChange } from './control/changes.ts';
import { rejectRequestsOfAnyOwner } from './control/owner-requests.ts';

/** What a wallet that withdrew has left. */
export interface Withdrawal {
  /** Whom it acted for. */
  readonly owner: string | undefined;
  /** Open consents and requests that are void now, of every owner. */
  readonly voided: number;
}

/** Which wallets an owner's agents act with. A wallet has one owner. Either of them can end it. */
export interface AgentWallets {
  owns(owner: string, wallet: string): Promise<boolean>;
  listed(owner: string): Promise<readonly string[]>;
  /** Gives a wallet to an owner; false when it belongs to another. Safe to repeat. */
  add(owner: string, wallet: string, now: number): Promise<boolean>;
  remove(owner: string, wallet: string): Promise<boolean>;
  /** Takes a wallet from whatever owner has it, at its own wish. @param kind of the requests to let a wallet act */
  withdraw(wallet: string, kind: string, now: number): Promise<Withdrawal>;
}

const walletRow = z.object({ wallet: z.string() });

const OWNS = 'SELECT wallet FROM agent_wallets WHERE wallet = $2 AND owner = $1';
const LISTED = 'SELECT wallet FROM agent_wallets WHERE owner = $1 ORDER BY added_at, wallet';
/** Writes also what stands there already, and nothing where it is another's. */
const ADD = `INSERT INTO agent_wallets (owner, wallet, added_at) VALUES ($1, $2, $3)
  ON CONFLICT (wallet) DO UPDATE SET owner = excluded.owner WHERE agent_wallets.owner = excluded.owner`;
const WITHDRAW = 'DELETE FROM agent_wallets WHERE wallet = $1 RETURNING owner';
const REMOVE = 'DELETE FROM agent_wallets WHERE wallet = $2 AND owner = $1';

export function createAgentWallets(oltp: Oltp): AgentWallets {
  return {
    owns: async (owner, wallet) => (await oltp.query(OWNS, [owner, wallet], walletRow)).length > 0,
    listed: async (owner) => (await oltp.query(LISTED, [owner], walletRow)).map(({ wallet }) => wallet),
    add: (owner, wallet, now) => addAgentWallet(oltp, owner, wallet, now),
    remove: (owner, wallet) => removeAgentWallet(oltp, owner, wallet),
    withdraw: (wallet, kind, now) => oltp.transaction((queries) => withdraw(queries, wallet, kind, now)),
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

/** Consents go first: whoever is using one up holds its row, and has made a request of it before this goes on. */
async function withdraw(queries: Queries, wallet: string, kind: string, now: number): Promise<Withdrawal> {
  const consents = await voidConsents(queries, { wallet }, now);
  const about = { address: wallet };
  const voided = consents + (await rejectRequestsOfAnyOwner(queries, { kind, about }, now));
  const [taken] = await queries.query(WITHDRAW, [wallet], z.object({ owner: z.string() }));
  if (taken) {
    const change = { kind: 'agent_wallet_withdrew', detail: about, at: now };
    await recordChange(queries, {
      ...{ ...change, owner: taken.owner },
      ...{ credentialId: undefined, requestId: undefined },
    });
  }
  return { owner: taken?.owner, voided };
}
