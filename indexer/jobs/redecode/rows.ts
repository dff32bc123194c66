import { z } from 'zod';
import { hexColumn, type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import type { SlotRange } from '../../../core/rules/slot-ranges.ts';
import { type AccountView, LAMPORTS_AT, SLOT_AT, WRITE_VERSION_AT } from '../../model/source.ts';
import { type RedecodedTable, ROWS, SIZES } from './stored-bytes.ts';

/** An account version as stored. */
export interface StoredVersion {
  /** 32 raw bytes. */
  readonly address: Buffer;
  /** 32 raw bytes; empty if the table implies the owner. */
  readonly owner: Buffer;
  readonly slot: bigint;
  readonly writeVersion: bigint;
  readonly lamports: bigint;
  /** 64 bytes, zeros if unknown. */
  readonly signature: Buffer;
  /** Why it was quarantined; empty if it was decoded. */
  readonly reason: string;
  readonly data: Buffer;
}

const versionRow = z
  .object({
    account: hexColumn,
    holder: hexColumn,
    at: unsignedColumn,
    version: unsignedColumn,
    balance: unsignedColumn,
    writer: hexColumn,
    why: z.string(),
    data_hex: hexColumn,
  })
  .transform(
    (row): StoredVersion => ({
      address: row.account,
      owner: row.holder,
      slot: row.at,
      writeVersion: row.version,
      lamports: row.balance,
      signature: row.writer,
      reason: row.why,
      data: row.data_hex,
    }),
  );

export function streamVersions(
  lane: OlapLane,
  table: RedecodedTable,
  { from, to }: SlotRange,
  signal: AbortSignal,
): AsyncIterable<readonly StoredVersion[]> {
  return lane.stream({ sql: ROWS[table], parameters: { from, to }, signal }, versionRow);
}

const sizeRow = z.object({ at: unsignedColumn, rows: unsignedColumn, bytes: unsignedColumn });

/** A chunk's maximum size, unless a single slot is larger. */
const CHUNK_ROWS = 20_000n;
const CHUNK_BYTES = 32n * 1024n * 1024n;

export interface Cut extends SlotRange {
  readonly table: RedecodedTable;
  readonly rows: bigint;
}

/** Splits a table's range of slots into ranges that fit into memory. */
export async function cutTable(
  lane: OlapLane,
  table: RedecodedTable,
  { from, to }: SlotRange,
  signal: AbortSignal,
): Promise<Cut[]> {
  const cuts: Cut[] = [];
  let open: (Cut & { bytes: bigint }) | undefined;
  for await (const slots of lane.stream({ sql: SIZES[table], parameters: { from, to }, signal }, sizeRow)) {
    for (const { at, rows, bytes } of slots) {
      const fits = open && open.rows + rows <= CHUNK_ROWS && open.bytes + bytes <= CHUNK_BYTES;
      if (open && !fits) cuts.push(open);
      open =
        open && fits
          ? { ...open, to: at, rows: open.rows + rows, bytes: open.bytes + bytes }
          : { table, from: at, to: at, rows, bytes };
    }
  }
  return open ? [...cuts, open] : cuts;
}

/** Presents a stored version like the source it came from. */
export function viewOfVersion(version: StoredVersion, owner: Uint8Array): AccountView {
  const { address, data, signature, slot, lamports, writeVersion } = version;
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(slot, SLOT_AT);
  numbers.writeBigUInt64LE(lamports, LAMPORTS_AT);
  numbers.writeBigUInt64LE(writeVersion, WRITE_VERSION_AT);
  const signed = signature.some((byte) => byte !== 0);
  return {
    bytes: Buffer.concat([address, owner, data, signature]),
    pubkeyAt: 0,
    ownerAt: 32,
    dataAt: 64,
    dataLength: data.length,
    signatureAt: signed ? 64 + data.length : -1,
    numbers,
  };
}
