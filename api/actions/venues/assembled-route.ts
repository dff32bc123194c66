import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { SYSTEM_PROGRAM_ID } from '../../../idl/programs.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import { MOST_PRIORITY_FEE, type VenueInstructions } from '../../venues/venue.ts';
import { MOST_UNITS, unitLimitOf } from '../transactions/assemble.ts';
import { explainError } from '../transactions/decode.ts';
import { encodeMessage, type MessageParts, unsignedTransaction } from '../transactions/message.ts';

/** Of the units that a swap used: pools may need more once it lands. */
const MARGIN_PERCENT = 120;
const MICRO_LAMPORTS = 1_000_000n;

export interface AssembledFor {
  readonly venue: string;
  /** Pays the fee, and signs alone. */
  readonly owner: Pubkey;
}

/** As long as one of a real transaction. */
const NO_BLOCKHASH = { blockhash: SYSTEM_PROGRAM_ID, lastValidBlockHeight: 0n };

/** Whether a transaction of a venue's instructions can be assembled. */
export function fitsIntoPacket(
  { instructions, tables, unitPrice }: VenueInstructions,
  owner: Pubkey,
): boolean {
  const budget = { computeUnitLimit: MOST_UNITS, computeUnitPrice: unitPrice };
  try {
    encodeMessage({ owner, instructions, tables, ...budget, blockhash: NO_BLOCKHASH });
    return true;
  } catch (error) {
    if (isLaunchlensError(error, 'TRANSACTION_TOO_LARGE')) return false;
    throw error;
  }
}

/**
 * The unsigned transaction of a venue's instructions: its unit limit is measured by a simulation, its priority fee is
 * bounded. Nothing of it is checked yet.
 * @throws VENUE_TRANSACTION_REFUSED, SIMULATION_FAILED, CHAIN_UNREADABLE
 */
export async function assembledRoute(
  chain: TransactionChain,
  { instructions, unitPrice, tables }: VenueInstructions,
  { venue, owner }: AssembledFor,
): Promise<Uint8Array> {
  const refuse = (reason: string) => new LaunchlensError('VENUE_TRANSACTION_REFUSED', { venue, reason });
  const isForeign = instructions.some(({ accounts }) =>
    accounts.some(({ address, signer }) => signer && address !== owner),
  );
  if (isForeign) throw refuse('another wallet would have to sign it as well');
  const transactionOf = (
    parts: Pick<MessageParts, 'computeUnitLimit' | 'computeUnitPrice' | 'blockhash'>,
  ) => {
    try {
      return unsignedTransaction(encodeMessage({ owner, instructions, tables, ...parts }));
    } catch (error) {
      throw isLaunchlensError(error, 'TRANSACTION_TOO_LARGE')
        ? refuse('it does not fit into a packet')
        : error;
    }
  };
  const blockhash = await chain.latestBlockhash();
  const trial = transactionOf({ blockhash, computeUnitLimit: MOST_UNITS, computeUnitPrice: unitPrice });
  const measured = await chain.simulate(trial);
  if (measured.error !== null) {
    throw new LaunchlensError('SIMULATION_FAILED', {
      reason: explainError(measured.error, { instructions: [] }),
      logs: measured.logs,
    });
  }
  const computeUnitLimit = unitLimitOf(measured, MARGIN_PERCENT);
  const most = (MOST_PRIORITY_FEE * MICRO_LAMPORTS) / BigInt(computeUnitLimit);
  return transactionOf({
    ...{ blockhash, computeUnitLimit },
    computeUnitPrice: unitPrice < most ? unitPrice : most,
  });
}
