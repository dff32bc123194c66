import { z } from 'zod';
import { seconds } from '../model/times.ts';
import { question } from './graphql.ts';
import { instant, integer, pubkey } from './scalars.ts';

/** The freshness stamp, as in GraphQL. */
export const sourceShape = z.object({
  lastIndexedSlot: integer,
  commitment: z.enum(['confirmed', 'finalized']),
  slotTime: instant.nullable(),
  chainSlot: integer,
  lagSlots: integer,
  verifiedSlot: integer.nullable(),
  indexedAt: instant,
  unreadableAccounts: integer.nullable(),
  cluster: z.string(),
  programId: pubkey,
});

export type Source = z.output<typeof sourceShape>;

/** The slot at which an answer is exact, and its time. */
export const atSlotShape = sourceShape.pick({ lastIndexedSlot: true, slotTime: true });
export type AtSlot = z.output<typeof atSlotShape>;

/** Unix seconds; undefined if no block time is known. */
export const timeOf = ({ slotTime }: AtSlot): bigint | undefined =>
  slotTime === null ? undefined : seconds(slotTime);

export const SOURCE = question()('query Stamp', z.object({ source: sourceShape }));

export const SOURCE_CHANGED = question()('subscription Stamp', z.object({ sourceChanged: sourceShape }));
