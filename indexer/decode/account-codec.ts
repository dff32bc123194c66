import type { BlockLayout } from '../../core/olap/native/layout.ts';
import { type AccountLayout, accountLayout } from '../../idl/layout.ts';
import type { Idl } from '../../idl/schema.ts';
import { LAUNCH_STATUSES } from '../../schemas/launch-statuses.ts';
import { KIND } from '../model/slot-buffer.ts';
import { LAUNCH_VERSIONS, PLEDGE_VERSIONS } from '../model/tables.ts';
import type { QuarantineReason } from './quarantine.ts';
import { compileRowWriter, type RowWriter } from './row-writer.ts';

/** A byte whose valid values are fewer than its type allows. */
interface ByteLimit {
  readonly offset: number;
  readonly max: number;
  readonly reason: QuarantineReason;
}

/** One account type of the program: how it is recognised, validated and written to its table. */
export interface AccountCodec {
  readonly kind: typeof KIND.launch | typeof KIND.pledge;
  readonly size: number;
  readonly layout: AccountLayout;
  /** The discriminator as two little-endian words. */
  readonly low: number;
  readonly high: number;
  /** Why bytes of the right size and discriminator at `at` are not a valid account of this type. */
  readonly refusal: (bytes: DataView, at: number) => QuarantineReason | undefined;
  readonly write: RowWriter;
}

/** @throws IDL_ACCOUNT_UNKNOWN, IDL_TYPE_UNSUPPORTED, DECODE_COLUMN_MISMATCH */
export function compileCodecs(idl: Idl): readonly AccountCodec[] {
  return [
    compileCodec(KIND.launch, accountLayout(idl, 'LaunchConfig'), LAUNCH_VERSIONS),
    compileCodec(KIND.pledge, accountLayout(idl, 'Pledge'), PLEDGE_VERSIONS),
  ];
}

function compileCodec(kind: AccountCodec['kind'], layout: AccountLayout, table: BlockLayout): AccountCodec {
  const { buffer, byteOffset, byteLength } = layout.discriminator;
  const discriminator = new DataView(buffer, byteOffset, byteLength);
  return {
    kind,
    size: layout.size,
    layout,
    low: discriminator.getInt32(0, true),
    high: discriminator.getInt32(4, true),
    refusal: compileRefusal(layout.fields.flatMap(({ name, type, offset }) => limitOf(name, type, offset))),
    write: compileRowWriter(layout, table),
  };
}

/** Borsh allows 0 and 1 in a bool; the specification gives a launch the statuses 0 to 4. */
function limitOf(name: string, type: string, offset: number): readonly ByteLimit[] {
  if (type === 'bool') return [{ offset, max: 1, reason: 'bad_bool' }];
  if (name === 'status') return [{ offset, max: LAUNCH_STATUSES.length - 1, reason: 'bad_status' }];
  return [];
}

/** Straight-line code like the row writer's: the check runs on every account. */
function compileRefusal(limits: readonly ByteLimit[]): AccountCodec['refusal'] {
  const code = limits.map(
    ({ offset, max, reason }) => `if (bytes.getUint8(at + ${offset}) > ${max}) return '${reason}';`,
  );
  return new Function('bytes', 'at', ['"use strict";', ...code].join('\n')) as AccountCodec['refusal'];
}
