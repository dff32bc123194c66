import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { pubkeyText } from '../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { ACTIVITY_KINDS, type ActivityKind } from '../../schemas/activity-kinds.ts';
import { LAUNCH_STATUSES, type LaunchStatus } from '../../schemas/launch-statuses.ts';
import {
  LAUNCH_ORDERS,
  type LaunchOrder,
  PLEDGE_ORDERS,
  type PledgeOrder,
} from '../../schemas/rest/orders.ts';
import { U64_MAX } from '../../schemas/u64.ts';
import type { CallPosition } from '../read/programs/calls/queries.ts';
import type { LaunchPosition, PledgePosition } from '../read/questions.ts';
import type { ActivityPosition } from '../read/records/activity.ts';
import type { AuditPosition } from '../read/records/audits.ts';
import type { CoveragePosition } from '../read/records/coverage-page.ts';
import type { FlowPosition } from '../read/records/flows.ts';
import { type Pin, parsePin, pinText } from '../read/rollbacks.ts';

/** The content of each listing's cursor besides its slot: which rows are listed, and the last one shown. */
export interface CursorOf {
  launches: {
    readonly status: LaunchStatus | undefined;
    readonly orderBy: LaunchOrder;
    readonly after: LaunchPosition;
  };
  pledges: {
    readonly launchId: bigint;
    readonly orderBy: PledgeOrder;
    readonly minAmount: bigint;
    readonly after: PledgePosition;
  };
  positions: { readonly wallet: Pubkey; readonly after: LaunchPosition };
  flows: { readonly launchId: bigint; readonly after: FlowPosition };
  activity: {
    readonly kind: ActivityKind | undefined;
    readonly launchId: bigint | undefined;
    readonly after: ActivityPosition;
  };
  coverage: { readonly after: CoveragePosition };
  audits: { readonly after: AuditPosition };
  /** Digests of what is listed, which may be long: the request repeats it. */
  programAccounts: {
    readonly type: string;
    readonly where: string;
    readonly orderBy: string;
    readonly after: Pubkey;
  };
  programHistory: {
    readonly type: string;
    readonly fromSlot: bigint;
    readonly toSlot: bigint;
    /** The slot of the last row. */
    readonly after: bigint;
  };
  /** Instructions or events. */
  programCalls: {
    readonly type: string;
    readonly where: string;
    readonly fromSlot: bigint;
    readonly toSlot: bigint;
    readonly after: CallPosition;
  };
}

export type Listing = keyof CursorOf;

const I64_MIN = -(2n ** 63n);

type Part = string | number | bigint;

interface Shape<Cursor> {
  readonly parts: (cursor: Cursor) => readonly Part[];
  readonly parse: z.ZodType<Cursor>;
}

/** An integer in the range of the listing's query. */
const integer = (least: bigint, most: bigint) =>
  z
    .string()
    .regex(/^-?[0-9]{1,20}$/)
    .transform((text) => BigInt(text))
    .refine((value) => value >= least && value <= most);

const u64 = integer(0n, U64_MAX);
/** An amount, a slot or a time of the chain. */
const rank = integer(I64_MIN, U64_MAX);
const u32 = integer(0n, 2n ** 32n - 1n).transform(Number);
const milliseconds = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .transform(Number);
const signature = z.string().regex(/^[0-9A-F]{128}$/);
const digest = z.string().regex(/^[0-9a-f]{24}$/);

const SHAPES: { readonly [Name in Listing]: Shape<CursorOf[Name]> } = {
  launches: {
    parts: ({ status = '', orderBy, after }) => [status, orderBy, after.rank, after.launchId],
    parse: z
      .tuple([z.enum(['', ...LAUNCH_STATUSES]), z.enum(LAUNCH_ORDERS), rank, u64])
      .transform(([status, orderBy, rank, launchId]) => ({
        status: status === '' ? undefined : status,
        orderBy,
        after: { rank, launchId },
      })),
  },
  pledges: {
    parts: ({ launchId, orderBy, minAmount, after }) => [
      launchId,
      orderBy,
      minAmount,
      after.rank,
      after.pledger,
    ],
    parse: z
      .tuple([u64, z.enum(PLEDGE_ORDERS), u64, rank, pubkeyText])
      .transform(([launchId, orderBy, minAmount, rank, pledger]) => ({
        launchId,
        orderBy,
        minAmount,
        after: { rank, pledger },
      })),
  },
  positions: {
    parts: ({ wallet, after }) => [wallet, after.rank, after.launchId],
    parse: z
      .tuple([pubkeyText, rank, u64])
      .transform(([wallet, rank, launchId]) => ({ wallet, after: { rank, launchId } })),
  },
  flows: {
    parts: ({ launchId, after }) => [launchId, after.slot, after.signature, after.ordinal],
    parse: z.tuple([u64, u64, signature, u32]).transform(([launchId, slot, text, ordinal]) => ({
      launchId,
      after: { slot, signature: text, ordinal },
    })),
  },
  activity: {
    parts: ({ kind = '', launchId = '', after }) => [
      ...[kind, launchId],
      ...[after.slot, after.launchId, after.pledger],
    ],
    parse: z
      .tuple([z.enum(['', ...ACTIVITY_KINDS]), z.union([z.literal(''), u64]), u64, u64, pubkeyText])
      .transform(([kind, of, slot, launchId, pledger]) => ({
        kind: kind === '' ? undefined : kind,
        launchId: of === '' ? undefined : of,
        after: { slot, launchId, pledger },
      })),
  },
  coverage: {
    parts: ({ after }) => [after.from, after.revision],
    parse: z.tuple([u64, u64]).transform(([from, revision]) => ({ after: { from, revision } })),
  },
  audits: {
    parts: ({ after }) => [after.slot, after.startedAt, after.launchId ?? ''],
    parse: z
      .tuple([u64, milliseconds, z.union([z.literal(''), u64])])
      .transform(([slot, startedAt, launchId]) => ({
        after: { slot, startedAt, launchId: launchId === '' ? undefined : launchId },
      })),
  },
  programAccounts: {
    parts: ({ type, where, orderBy, after }) => [type, where, orderBy, after],
    parse: z
      .tuple([digest, digest, digest, pubkeyText])
      .transform(([type, where, orderBy, after]) => ({ type, where, orderBy, after })),
  },
  programHistory: {
    parts: ({ type, fromSlot, toSlot, after }) => [type, fromSlot, toSlot, after],
    parse: z
      .tuple([digest, u64, u64, u64])
      .transform(([type, fromSlot, toSlot, after]) => ({ type, fromSlot, toSlot, after })),
  },
  programCalls: {
    parts: ({ type, where, fromSlot, toSlot, after }) => [
      ...[type, where, fromSlot, toSlot],
      ...[after.slot, after.transaction, after.order],
    ],
    parse: z
      .tuple([digest, digest, u64, u64, u64, u32, u64])
      .transform(([type, where, fromSlot, toSlot, slot, transaction, order]) => ({
        ...{ type, where, fromSlot, toSlot },
        after: { slot, transaction, order },
      })),
  },
};

const TAG_BYTES = 16;
const LONGEST_CURSOR = 512;

/** Where a listing continues, and the one slot of all its pages. */
export type Cursor<Name extends Listing> = CursorOf[Name] & Pin;

/** Seals cursors so that they come back unchanged or are refused. They grant nothing. */
export type CursorSeal = ReturnType<typeof cursorSeal>;

/** @param key shared by every API process that serves the same clients */
export function cursorSeal(key: Uint8Array) {
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
    seal: <Name extends Listing>(listing: Name, { slot, rollback, ...cursor }: Cursor<Name>) => {
      const { parts } = SHAPES[listing];
      const payload = Buffer.from(
        [listing, pinText({ slot, rollback }), ...parts(cursor as never)].join(' '),
      );
      return Buffer.concat([tagOf(payload), payload]).toString('base64url');
    },
    /** @throws CURSOR_INVALID */
    open: <Name extends Listing>(listing: Name, text: string): Cursor<Name> => {
      const [name, at = '', ...parts] = payloadOf(text).split(' ');
      const pin = parsePin(at);
      if (name !== listing || pin === undefined) throw invalid();
      const parsed = SHAPES[listing].parse.safeParse(parts);
      if (!parsed.success) throw invalid();
      return { ...pin, ...parsed.data } as never;
    },
    /** The slot of a cursor of any listing. @throws CURSOR_INVALID */
    slotOf: (text: string) => {
      const pin = parsePin(payloadOf(text).split(' ')[1] ?? '');
      if (pin === undefined) throw invalid();
      return pin.slot;
    },
  };
}

function invalid(): LaunchlensError<'CURSOR_INVALID'> {
  return new LaunchlensError('CURSOR_INVALID', {});
}
