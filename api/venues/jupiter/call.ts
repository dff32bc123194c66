import { z } from 'zod';
import type { PlainInstruction } from '../../../idl/spl-instructions.ts';
import { type AskVenue, failed } from '../ask.ts';
import type { VenueAsker, VenueInstructions } from '../venue.ts';
import { instructionsOf } from './received.ts';
import { transactionText } from './swap-terms.ts';

const answer = z.object({ transaction: transactionText });

/** What is posted where, and how the answer is known to be what was asked for. */
export interface JupiterCall {
  readonly path: string;
  readonly body: object;
  readonly isAsked: (instructions: readonly PlainInstruction[]) => boolean;
}

export interface JupiterCaller {
  /** The venue's name. */
  readonly venue: string;
  readonly ask: AskVenue;
  /** What the transaction has to be, in a few words. */
  readonly asked: string;
}

/** The instructions of the transaction that Jupiter builds for a call. @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED */
export async function builtFor(
  { path, body, isAsked }: JupiterCall,
  { venue, ask, asked }: JupiterCaller,
  asker: VenueAsker,
  signal?: AbortSignal,
): Promise<VenueInstructions> {
  const { transaction } = await ask({ path, body, asker }, answer, signal);
  const built = instructionsOf(transaction);
  if (built === undefined) throw failed(venue, 'its answer is malformed at transaction');
  if (!isAsked(built.instructions)) throw failed(venue, `its transaction is not ${asked}`);
  return built;
}

export interface HeldBy<Row> {
  /** The list's path, which takes the owner as `users`. */
  readonly path: string;
  readonly rows: z.ZodType<Row[]>;
  readonly owner: string;
}

/** What one owner holds. @throws VENUE_FAILED if a row is of another owner, VENUE_BUSY, VENUE_REFUSED */
export async function heldBy<Row extends { readonly ownerAddress: string }>(
  { path, rows, owner }: HeldBy<Row>,
  { venue, ask }: Pick<JupiterCaller, 'venue' | 'ask'>,
  asker: VenueAsker,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  const held = await ask({ path: `${path}?${new URLSearchParams({ users: owner })}`, asker }, rows, signal);
  if (held.some(({ ownerAddress }) => ownerAddress !== owner))
    throw failed(venue, 'its positions are not those of the owner');
  return held;
}
