import { z } from 'zod';
import { integerColumn } from '../../../core/oltp/columns.ts';
import type { Oltp } from '../../../core/oltp/port.ts';

/** A message that was handed out to be signed. */
export interface HandedOut {
  readonly intentId: string;
  /** SHA-256 of the message, in hex. */
  readonly digest: string;
  readonly lastValidBlockHeight: bigint;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Of those that can land no more, the newest of an intent are kept: whoever signs one of them late is told so. */
const KEPT = 50;

/**
 * Blocks for which a blockhash is good (`MAX_PROCESSING_AGE` of the chain): when a message is made, the chain has
 * reached its last valid height but for these, and what was good until less is past.
 */
const BLOCKHASH_BLOCKS = 150n;

const SAVE = `INSERT INTO intent_messages (intent_id, digest, last_valid_block_height, handed_out_at)
  VALUES ($1, decode($2, 'hex'), $3, $4) ON CONFLICT DO NOTHING`;
const FORGET = `DELETE FROM intent_messages WHERE intent_id = $1 AND last_valid_block_height < $2 AND digest IN (
  SELECT digest FROM intent_messages WHERE intent_id = $1 ORDER BY handed_out_at DESC, digest OFFSET ${KEPT}
)`;
const FIND = `SELECT last_valid_block_height FROM intent_messages
  WHERE intent_id = $1 AND digest = decode($2, 'hex')`;

const row = z
  .object({ last_valid_block_height: integerColumn })
  .transform((found) => ({ lastValidBlockHeight: found.last_valid_block_height }));

/**
 * Keeps what makes a message known again. One that can still land is never forgotten, however many are asked for after
 * it, by whomever: of one blockhash there are few, and blockhashes come by the second.
 */
export async function handOut(oltp: Oltp, message: HandedOut): Promise<void> {
  const { intentId, digest, lastValidBlockHeight, at } = message;
  await oltp.run(SAVE, [intentId, digest, lastValidBlockHeight, new Date(at)]);
  await oltp.run(FORGET, [intentId, lastValidBlockHeight - BLOCKHASH_BLOCKS]);
}

/** A message of an intent that was handed out; undefined for any other. */
export async function handedOut(
  oltp: Oltp,
  intentId: string,
  digest: string,
): Promise<Pick<HandedOut, 'lastValidBlockHeight'> | undefined> {
  return (await oltp.query(FIND, [intentId, digest], row))[0];
}
