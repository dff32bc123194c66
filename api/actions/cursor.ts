import { createHmac, timingSafeEqual } from 'node:crypto';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { type Pin, parsePin, pinText } from '../read/take-backs.ts';
import { type CursorOf, type Listing, SHAPES } from './cursor-shapes.ts';

const TAG_BYTES = 16;
const LONGEST_CURSOR = 512;

/** Where a listing continues, and the one slot of all its pages. */
export type Cursor<Name extends Listing> = CursorOf[Name] & Pin;

/** Seals cursors so that they come back unchanged or are refused. They grant nothing. */
export interface CursorSeal {
  seal<Name extends Listing>(listing: Name, cursor: Cursor<Name>): string;
  /** @throws CURSOR_INVALID */
  open<Name extends Listing>(listing: Name, text: string): Cursor<Name>;
  /** The slot of a cursor of any listing. @throws CURSOR_INVALID */
  slotOf(text: string): bigint;
}

/** @param key shared by every API process that serves the same clients */
export function cursorSeal(key: Uint8Array): CursorSeal {
  const tagOf = (payload: Uint8Array): Buffer =>
    createHmac('sha256', key).update(payload).digest().subarray(0, TAG_BYTES);

  function payloadOf(text: string): string {
    if (text.length > LONGEST_CURSOR || !/^[A-Za-z0-9_-]+$/.test(text)) throw invalid();
    const bytes = Buffer.from(text, 'base64url');
    // Base64 ignores spare bits at its end; a cursor has one encoding.
    if (bytes.length <= TAG_BYTES || bytes.toString('base64url') !== text) throw invalid();
    const payload = bytes.subarray(TAG_BYTES);
    if (!timingSafeEqual(bytes.subarray(0, TAG_BYTES), tagOf(payload))) throw invalid();
    return payload.toString('utf8');
  }

  return {
    seal: (listing, { slot, takeBack, ...cursor }) => {
      const { parts } = SHAPES[listing];
      const payload = Buffer.from(
        [listing, pinText({ slot, takeBack }), ...parts(cursor as never)].join(' '),
      );
      return Buffer.concat([tagOf(payload), payload]).toString('base64url');
    },
    open: (listing, text) => {
      const [name, at = '', ...parts] = payloadOf(text).split(' ');
      const pin = parsePin(at);
      if (name !== listing || pin === undefined) throw invalid();
      const parsed = SHAPES[listing].parse.safeParse(parts);
      if (!parsed.success) throw invalid();
      return { ...pin, ...parsed.data } as never;
    },
    slotOf: (text) => {
      const pin = parsePin(payloadOf(text).split(' ')[1] ?? '');
      if (pin === undefined) throw invalid();
      return pin.slot;
    },
  };
}

function invalid(): LaunchlensError<'CURSOR_INVALID'> {
  return new LaunchlensError('CURSOR_INVALID', {});
}
