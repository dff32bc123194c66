import type { Oltp } from '../../../core/oltp/port.ts';
import { first, insertion, integerColumn, record } from '../../../core/oltp/statements.ts';

/** A message that was handed out for signing. */
export interface HandedOut {
  readonly intentId: string;
  /** SHA-256 of the message, in hex. */
  readonly digest: string;
  readonly lastValidBlockHeight: bigint;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Of messages that can no longer land, an intent's newest are kept, so that a late signer gets the right error. */
const KEPT = 50;

/**
 * Blocks for which a blockhash is valid (`MAX_PROCESSING_AGE` of the chain): a new message's last valid height is this
 * far above the chain, so older messages with a smaller one have expired.
 */
const BLOCKHASH_BLOCKS = 150n;

const FORGET = `DELETE FROM intent_messages WHERE intent_id = $1 AND last_valid_block_height < $2 AND digest IN (
  SELECT digest FROM intent_messages WHERE intent_id = $1 ORDER BY handed_out_at DESC, digest OFFSET ${KEPT}
)`;
const { columns, row } = record({ lastValidBlockHeight: integerColumn });
const FIND = `SELECT ${columns} FROM intent_messages
  WHERE intent_id = $1 AND digest = decode($2, 'hex')`;

/**
 * Stores what is needed to recognise a message. One that can still land is never deleted, however many are requested
 * after it: there are few per blockhash, and blockhashes change every second.
 */
export async function handOut(oltp: Oltp, message: HandedOut): Promise<void> {
  const { intentId, digest, lastValidBlockHeight, at } = message;
  const fields = { intentId, digest: Buffer.from(digest, 'hex'), lastValidBlockHeight, handedOutAt: at };
  await oltp.run(...insertion('intent_messages', fields, 'ON CONFLICT DO NOTHING'));
  await oltp.run(FORGET, [intentId, lastValidBlockHeight - BLOCKHASH_BLOCKS]);
}

/** A handed-out message of an intent; undefined for others. */
export function handedOut(
  oltp: Oltp,
  intentId: string,
  digest: string,
): Promise<Pick<HandedOut, 'lastValidBlockHeight'> | undefined> {
  return first(oltp, FIND, [intentId, digest], row);
}
