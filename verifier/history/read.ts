import type { LaunchKey } from '../accounts/escrow-accounts.ts';
import { type Chain, SIGNATURES_PAGE } from '../chain/queries.ts';
import type { LaunchState } from '../chain/read-launch.ts';
import type { SignatureRow, Transaction } from '../chain/transactions.ts';
import { chainFailure } from '../failure.ts';
import { tokenMoves } from './token-moves.ts';

export interface Gift {
  readonly signature: string;
  readonly amount: bigint;
}

/** Movements in and out of the escrow, up to the slot of the launch's state. */
export interface EscrowHistory {
  /** Movements outside the escrow program, newest first. */
  readonly gifts: readonly Gift[];
  /** What instructions of the escrow program moved in minus what they moved out, by each account that they name. */
  readonly netByAccount: ReadonlyMap<string, bigint>;
}

/** More than a launch of many thousand pledges needs; a longer history ends the run. */
const MAX_TRANSACTIONS = 50_000;
const AT_ONCE = 4;

/**
 * Reads every transaction of the escrow. The movements must add up to the balance, so that missing ones are detected.
 */
export async function readEscrowHistory(
  chain: Chain,
  { programId, addresses }: LaunchKey,
  { slot, escrowBalance }: LaunchState,
): Promise<EscrowHistory> {
  const escrow = addresses.escrowTokenAccount;
  const rows = await signaturesUpTo(chain, escrow, slot);
  const gifts: Gift[] = [];
  const netByAccount = new Map<string, bigint>();
  let net = 0n;
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const batch = rows.slice(at, at + AT_ONCE);
    const transactions = await Promise.all(batch.map((row) => requireTransaction(chain, row)));
    for (const [index, transaction] of transactions.entries()) {
      const signature = batch[index]?.signature ?? '';
      net += changeOf(transaction, escrow, signature);
      for (const { amount, orderedBy } of tokenMoves(transaction, escrow)) {
        if (orderedBy.program !== programId) gifts.push({ signature, amount });
        else
          for (const account of orderedBy.accounts) {
            netByAccount.set(account, (netByAccount.get(account) ?? 0n) + amount);
          }
      }
    }
  }
  if (net !== (escrowBalance ?? 0n)) {
    throw chainFailure(
      `the RPC node does not know the whole history of the escrow ${escrow}: its ${rows.length} transactions add up to ${net}, the balance is ${escrowBalance ?? 0n}; name a node that keeps all transactions with --rpc`,
    );
  }
  return { gifts, netByAccount };
}

/** Transactions that succeeded at or below the slot, newest first. */
async function signaturesUpTo(chain: Chain, escrow: LaunchKey['programId'], slot: number) {
  const rows: SignatureRow[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await chain.signatures(escrow, slot, before);
    rows.push(...page);
    before = page.at(-1)?.signature;
    if (page.length < SIGNATURES_PAGE) break;
    if (rows.length >= MAX_TRANSACTIONS) {
      throw chainFailure(
        `the escrow ${escrow} has more than ${MAX_TRANSACTIONS} transactions: run without --history`,
      );
    }
  }
  return rows.filter((row) => !row.failed && row.slot <= slot);
}

async function requireTransaction(chain: Chain, { signature }: SignatureRow): Promise<Transaction> {
  const transaction = await chain.transaction(signature);
  if (transaction) return transaction;
  throw chainFailure(
    `the RPC node does not keep transaction ${signature} of the escrow; name a node that keeps all transactions with --rpc`,
  );
}

/** The change of the escrow's balance, which the readable movements must explain. */
function changeOf(transaction: Transaction, escrow: string, signature: string): bigint {
  const change = (transaction.after.get(escrow) ?? 0n) - (transaction.before.get(escrow) ?? 0n);
  const moved = tokenMoves(transaction, escrow).reduce((sum, { amount }) => sum + amount, 0n);
  if (moved === change) return change;
  throw chainFailure(
    `transaction ${signature} changes the escrow by ${change}, but its instructions move ${moved}: the verifier cannot tell how`,
  );
}
