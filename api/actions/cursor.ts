import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { type Pubkey, parsePubkey } from '../../core/kernel/pubkey.ts';
import { LAUNCH_STATUSES, type LaunchStatus } from '../../core/rules/phase.ts';
import type { LaunchPosition } from '../read/questions.ts';

const TAG_BYTES = 16;
const LONGEST_CURSOR = 512;

/** Where a listing goes on, and the one slot that all of its pages show. */
export interface LaunchesCursor {
  readonly listing: 'launches';
  readonly slot: bigint;
  readonly status: LaunchStatus | undefined;
  readonly after: LaunchPosition;
}

export interface PledgesCursor {
  readonly listing: 'pledges';
  readonly slot: bigint;
  readonly launchId: bigint;
  readonly after: Pubkey;
}

/** Seals cursors so that they come back as they were issued, or not at all. They carry no authority. */
export interface CursorSeal {
  seal(cursor: LaunchesCursor | PledgesCursor): string;
  /** @throws CURSOR_INVALID */
  openLaunches(text: string): LaunchesCursor;
  /** @throws CURSOR_INVALID */
  openPledges(text: string): PledgesCursor;
}

const whole = z
  .string()
  .regex(/^-?[0-9]+$/)
  .transform((text) => BigInt(text));
const launchesShape = z
  .tuple([z.literal('launches'), whole, z.enum(['', ...LAUNCH_STATUSES]), whole, whole])
  .transform(
    ([listing, slot, status, startTs, launchId]): LaunchesCursor => ({
      listing,
      slot,
      status: status === '' ? undefined : status,
      after: { startTs, launchId },
    }),
  );
const pledgesShape = z
  .tuple([z.literal('pledges'), whole, whole, z.string().transform(parsePubkey)])
  .transform(([listing, slot, launchId, after]): PledgesCursor => ({ listing, slot, launchId, after }));

/** @param key shared by every API process that serves the same clients */
export function cursorSeal(key: Uint8Array): CursorSeal {
  const tagOf = (payload: Uint8Array): Buffer =>
    createHmac('sha256', key).update(payload).digest().subarray(0, TAG_BYTES);

  function open<Cursor>(text: string, shape: z.ZodType<Cursor>): Cursor {
    if (text.length > LONGEST_CURSOR || !/^[A-Za-z0-9_-]+$/.test(text)) throw invalid();
    const bytes = Buffer.from(text, 'base64url');
    // Base64 ignores spare bits at its end; a cursor has one spelling.
    if (bytes.length <= TAG_BYTES || bytes.toString('base64url') !== text) throw invalid();
    const payload = bytes.subarray(TAG_BYTES);
    if (!timingSafeEqual(bytes.subarray(0, TAG_BYTES), tagOf(payload))) throw invalid();
    const parsed = shape.safeParse(payload.toString('utf8').split(' '));
    if (!parsed.success) throw invalid();
    return parsed.data;
  }

  return {
    seal: (cursor) => {
      const payload = Buffer.from(partsOf(cursor).join(' '));
      return Buffer.concat([tagOf(payload), payload]).toString('base64url');
    },
    openLaunches: (text) => open(text, launchesShape),
    openPledges: (text) => open(text, pledgesShape),
  };
}

function partsOf(cursor: LaunchesCursor | PledgesCursor): (string | bigint)[] {
  return cursor.listing === 'launches'
    ? ['launches', cursor.slot, cursor.status ?? '', cursor.after.startTs, cursor.after.launchId]
    : ['pledges', cursor.slot, cursor.launchId, cursor.after];
}

function invalid(): LaunchlensError<'CURSOR_INVALID'> {
  return new LaunchlensError('CURSOR_INVALID', {});
}
