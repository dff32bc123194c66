import type { BlockMeta } from '../../model/source.ts';
import { SlotRecords } from './account-records.ts';
import { ByteCursor, MalformedRecord } from './byte-cursor.ts';
import type { FrameHead } from './frame.ts';
import { knownFlags, readSlotOpening, readSnapshotOpening, readTransaction } from './read-record.ts';
import { ACCOUNT_FIXED_BYTES, ACCOUNT_HAS, RECORD, SIGNATURE_BYTES } from './record.ts';
import type { SnapshotOpening } from './write-record.ts';

/** The content of a capture, in the order of the file. */
export type CaptureItem =
  | { readonly kind: 'snapshot'; readonly opening: SnapshotOpening }
  /** Accounts of the snapshot opened before; a large one comes in several parts. */
  | { readonly kind: 'snapshot_accounts'; readonly records: SlotRecords }
  | { readonly kind: 'slot'; readonly meta: BlockMeta; readonly records: SlotRecords };

interface RawRecord {
  readonly type: number;
  /** Where the record and its body begin. */
  readonly at: number;
  readonly body: ByteCursor;
}

/**
 * Everything in an uncompressed payload. Every record is checked first, so that nothing of a bad payload is used.
 * @throws MalformedRecord
 */
export function parsePayload(head: FrameHead, payload: Buffer): CaptureItem[] {
  const records = new Records(payload);
  const items: CaptureItem[] = [];
  while (!records.over) {
    items.push(...(head.name === 'snapshot' ? parseSnapshot(records, head) : parseSlot(records, head)));
  }
  if (records.count !== head.records) {
    throw new MalformedRecord(`${records.count} records where the head promises ${head.records}`);
  }
  return items;
}

function parseSnapshot(records: Records, head: FrameHead): CaptureItem[] {
  const items: CaptureItem[] = [];
  if (records.nextType === RECORD.snapshot) {
    const opening = readSnapshotOpening(records.next().body);
    requireSlot(opening.meta.slot, head);
    items.push({ kind: 'snapshot', opening });
  }
  const start = records.at;
  let count = 0;
  for (; !records.over; count += 1) checkAccount(records.next());
  const range = { slot: head.firstSlot, start, end: records.at, count };
  items.push({ kind: 'snapshot_accounts', records: new SlotRecords(records.payload, range) });
  return items;
}

function parseSlot(records: Records, head: FrameHead): CaptureItem[] {
  const first = records.next();
  if (first.type !== RECORD.slot) throw new MalformedRecord(`type ${first.type} where a slot begins`);
  const { meta, accounts, transactions } = readSlotOpening(first.body);
  requireSlot(meta.slot, head);
  const start = records.at;
  for (let done = 0; done < accounts; done += 1) checkAccount(records.next());
  for (let done = 0; done < transactions; done += 1) checkTransaction(records.next(), meta.slot);
  const range = { slot: meta.slot, start, end: records.at, count: accounts + transactions };
  return [{ kind: 'slot', meta, records: new SlotRecords(records.payload, range) }];
}

function requireSlot(slot: bigint, { firstSlot, lastSlot }: FrameHead): void {
  if (slot < firstSlot || slot > lastSlot) {
    throw new MalformedRecord(`slot ${slot} in a frame of slots ${firstSlot} to ${lastSlot}`);
  }
}

function checkAccount({ type, body }: RawRecord): void {
  if (type !== RECORD.account) throw new MalformedRecord(`type ${type} where an account is due`);
  body.skip(ACCOUNT_FIXED_BYTES - 1);
  if (knownFlags(body.u8(), ACCOUNT_HAS.signature) !== 0) body.skip(SIGNATURE_BYTES);
}

function checkTransaction({ type, body }: RawRecord, slot: bigint): void {
  if (type !== RECORD.transaction) throw new MalformedRecord(`type ${type} where a transaction is due`);
  readTransaction(body, slot);
}

/** Iterates over the records of a payload. */
class Records {
  readonly payload: Buffer;
  readonly #cursor: ByteCursor;
  count = 0;

  constructor(payload: Buffer) {
    this.payload = payload;
    this.#cursor = new ByteCursor(payload);
  }

  get at(): number {
    return this.#cursor.at;
  }

  get over(): boolean {
    return this.#cursor.left === 0;
  }

  get nextType(): number {
    return this.payload[this.#cursor.at] ?? 0;
  }

  next(): RawRecord {
    const at = this.#cursor.at;
    const type = this.#cursor.u8();
    const length = this.#cursor.u32();
    const start = this.#cursor.skip(length);
    this.count += 1;
    return { type, at, body: new ByteCursor(this.payload, start, start + length) };
  }
}
