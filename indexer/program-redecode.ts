import { z } from 'zod';
import type { Logger } from '../core/kernel/logger.ts';
import { hexColumn, type OlapLane, smallColumn, unsignedColumn } from '../core/olap/port.ts';
import type { ProgramSelection } from './decode/program-selection.ts';
import { KIND, SlotBuffer } from './model/slot-buffer.ts';
import { type AccountView, LAMPORTS_AT, SLOT_AT, WRITE_VERSION_AT } from './model/source.ts';
import { ACCOUNT_VERSIONS } from './model/tables.ts';
import type { TypeCodec } from './write/program-rows.ts';
import type { Writer } from './write/writer.ts';

/** The rows that count, of those that did not decode. */
const UNDECODABLE = `SELECT hex(row.address) AS account, slot, write_version AS writeVersion, lamports,
    hex(row.signature) AS writer, hex(row.data) AS bytes, type, undecodable AS reason, closed
  FROM (SELECT * FROM account_versions ORDER BY slot, address, revision DESC LIMIT 1 BY slot, address) AS row
  WHERE undecodable != '' AND closed = 0
  ORDER BY slot`;

const versionRow = z.object({
  account: hexColumn,
  slot: unsignedColumn,
  writeVersion: unsignedColumn,
  lamports: unsignedColumn,
  writer: hexColumn,
  bytes: hexColumn,
  type: z.string(),
  reason: z.string(),
  closed: smallColumn,
});
type Version = z.output<typeof versionRow>;

export interface RedecodeOptions {
  readonly scanner: OlapLane;
  readonly writer: Pick<Writer, 'mend' | 'checkpoint'>;
  readonly selection: ProgramSelection;
  readonly codecs: readonly TypeCodec[];
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Accounts written at once. */
const PORTION = 2_000;
const { type: TYPE, undecodable: UNDECODABLE_AT, data: DATA } = ACCOUNT_VERSIONS.byName;

/** Writes again what a newer IDL explains of the accounts that earlier ones did not: in the same slots, as corrections. */
export async function redecode(options: RedecodeOptions): Promise<void> {
  const { scanner, writer, selection, codecs, signal, logger } = options;
  const decoders = new Map(codecs.map(({ type, decode }) => [type.name, decode]));
  let buffers = new Map<bigint, SlotBuffer>();
  let waiting = 0;
  let explained = 0;
  const flush = async (): Promise<void> => {
    if (waiting === 0) return;
    const rollbackRevision = writer.checkpoint?.rollbackRevision ?? 0n;
    await writer.mend({ buffers: [...buffers.values()], coverage: [], rollbackRevision });
    buffers = new Map();
    waiting = 0;
  };
  for await (const versions of scanner.stream({ sql: UNDECODABLE, signal }, versionRow)) {
    for (const version of versions) {
      const type = selection.typeOf(version.bytes, 0, version.bytes.length);
      if (!type || decoders.get(type.name)?.(version.bytes).kind !== 'decoded') continue;
      const buffer = buffers.get(version.slot) ?? new SlotBuffer();
      buffers.set(version.slot, buffer);
      restore(buffer, version, type.name);
      waiting += 1;
      explained += 1;
      if (waiting >= PORTION) await flush();
    }
  }
  await flush();
  logger.info({ explained }, 'decoded accounts anew by the new IDL');
}

function restore(buffer: SlotBuffer, version: Version, type: string): void {
  const row = buffer.row(KIND.account, viewOf(version));
  const { accounts } = buffer;
  accounts.setString(TYPE, row, Buffer.from(type));
  accounts.setString(UNDECODABLE_AT, row, Buffer.alloc(0));
  accounts.setString(DATA, row, version.bytes);
}

function viewOf({ account, slot, writeVersion, lamports, writer, bytes: data }: Version): AccountView {
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(slot, SLOT_AT);
  numbers.writeBigUInt64LE(lamports, LAMPORTS_AT);
  numbers.writeBigUInt64LE(writeVersion, WRITE_VERSION_AT);
  const bytes = Buffer.concat([account, writer, data]);
  return {
    ...{ bytes, numbers, pubkeyAt: 0, ownerAt: 0 },
    ...{ signatureAt: 32, dataAt: 96, dataLength: data.length },
  };
}
