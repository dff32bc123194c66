import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { first, sweep } from '../../../core/oltp/statements.ts';

/** What a wallet signs before it may act for an owner. Times are Unix milliseconds. */
export interface AgentWalletConsent {
  readonly owner: string;
  readonly wallet: string;
  readonly message: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

const ASK = `INSERT INTO agent_wallet_consents (owner, wallet, message, issued_at, expires_at)
  SELECT $1, $2, $3, $4::timestamptz, $5::timestamptz WHERE $6::integer > (
    SELECT count(*) FROM agent_wallet_consents AS open WHERE open.owner = $1 AND open.expires_at > $4::timestamptz)
  ON CONFLICT (owner, wallet) DO UPDATE
    SET message = excluded.message, issued_at = excluded.issued_at, expires_at = excluded.expires_at
    WHERE agent_wallet_consents.expires_at <= excluded.issued_at`;
const OPEN = `SELECT message FROM agent_wallet_consents WHERE owner = $1 AND wallet = $2 AND expires_at > $3`;
const USE = `DELETE FROM agent_wallet_consents WHERE owner = $1 AND wallet = $2 AND message = $3 AND expires_at > $4`;
const VOID = `DELETE FROM agent_wallet_consents
  WHERE wallet = $1 AND ($2::text IS NULL OR owner = $2::text) AND expires_at > $3`;

const messageRow = z.object({ message: z.string() });

export type AgentWalletConsents = ReturnType<typeof createAgentWalletConsents>;

export function createAgentWalletConsents(oltp: Oltp) {
  const open = async (queries: Queries, owner: string, wallet: string, now: number) =>
    (await first(queries, OPEN, [owner, wallet, new Date(now)], messageRow))?.message;
  return {
    /**
     * The open message for this owner and wallet: the existing one while it is valid, otherwise the new one.
     * @returns undefined if the owner has `most` open ones
     */
    ask: ({ owner, wallet, message, issuedAt, expiresAt }: AgentWalletConsent, most: number) =>
      oltp.transaction(async (queries) => {
        await sweep(queries, { table: 'agent_wallet_consents', key: 'owner, wallet' }, issuedAt);
        await queries.run(ASK, [owner, wallet, message, new Date(issuedAt), new Date(expiresAt), most]);
        return open(queries, owner, wallet, issuedAt);
      }),
    /** The open message, if any. */
    open: (owner: string, wallet: string, now: number) => open(oltp, owner, wallet, now),
  };
}

/** Uses a consent up; false if it was used, was voided or has expired. Of concurrent uses, exactly one wins. */
export async function useConsent(
  queries: Queries,
  { owner, wallet, message }: Pick<AgentWalletConsent, 'owner' | 'wallet' | 'message'>,
  now: number,
): Promise<boolean> {
  return (await queries.run(USE, [owner, wallet, message, new Date(now)])) === 1;
}

/** Voids open consents of a wallet, by default those for every owner. @returns how many */
export function voidConsents(
  queries: Queries,
  { owner, wallet }: { readonly owner?: string; readonly wallet: string },
  now: number,
): Promise<number> {
  return queries.run(VOID, [wallet, owner, new Date(now)]);
}
