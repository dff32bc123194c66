import { CLOSED_UNIDENTIFIED } from '../model/closed-rows.ts';
import { KIND, type SlotBuffer } from '../model/slot-buffer.ts';
import { type AccountView, LAMPORTS_AT } from '../model/source.ts';
import { QUARANTINE } from '../model/tables.ts';

/** Why the bytes of an account could not be read, as in `quarantine.reason`. */
export const QUARANTINE_REASONS = [
  /** Owned by the program, shorter than a discriminator. */
  'no_discriminator',
  /** Owned by the program, of a type that the IDL does not declare. */
  'unknown_discriminator',
  'wrong_size',
  'bad_bool',
  'bad_status',
  CLOSED_UNIDENTIFIED,
  /** A followed account that belongs to an unexpected program. */
  'foreign_owner',
  /** A token account or mint that its program has not initialized. */
  'uninitialized',
  'bad_token_state',
] as const;

export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

const REASON_BYTES = new Map(QUARANTINE_REASONS.map((reason) => [reason, Buffer.from(reason)]));
const {
  owner: OWNER,
  reason: REASON,
  data: DATA,
  lamports: LAMPORTS,
  signature: SIGNATURE,
} = QUARANTINE.byName;
const NO_SIGNATURE = new Uint8Array(64);

/** Stores the account's raw bytes with the reason. False if a newer write of it is already held. */
export function quarantine(into: SlotBuffer, view: AccountView, reason: QuarantineReason): boolean {
  const row = into.row(KIND.quarantine, view);
  if (row < 0) return false;
  const block = into.quarantine;
  block.setBytes(OWNER, row, view.bytes, view.ownerAt);
  block.setString(REASON, row, REASON_BYTES.get(reason) ?? Buffer.from(reason));
  block.setString(DATA, row, view.bytes, view.dataAt, view.dataLength);
  block.setI64(LAMPORTS, row, view.numbers.readBigInt64LE(LAMPORTS_AT));
  if (view.signatureAt >= 0) block.setBytes(SIGNATURE, row, view.bytes, view.signatureAt);
  else block.setBytes(SIGNATURE, row, NO_SIGNATURE);
  return true;
}
