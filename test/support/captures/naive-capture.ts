import { zstdDecompressSync } from 'node:zlib';

/** A capture by the tables of docs/captures.md, read without any of the product's code. */
export interface NaiveCapture {
  readonly header: Record<string, unknown>;
  readonly footer: Record<string, unknown>;
  readonly records: readonly NaiveRecord[];
  /** Where the footer's frame begins. */
  readonly footerAt: number;
}

export interface NaiveRecord {
  readonly type: string;
  readonly slot: bigint;
  readonly body: Buffer;
}

const TYPES = ['', 'snapshot', 'slot', 'account', 'transaction'];

export function readNaively(file: Buffer): NaiveCapture {
  if (file.toString('latin1', 0, 8) !== '\x89LLCAP\r\n') throw new Error('no magic');
  const json: Record<string, unknown>[] = [];
  const records: NaiveRecord[] = [];
  let at = 8;
  let footerAt = 0;
  for (let number = 0; json.length < 2; number += 1) {
    if (file.toString('latin1', at, at + 4) !== 'LFRM') throw new Error(`no frame at ${at}`);
    if (file.readUInt32LE(at + 8) !== number) throw new Error(`frame ${number} is numbered otherwise`);
    const kind = file.readUInt32LE(at + 4);
    const payload = file.subarray(at + 48, at + 48 + file.readUInt32LE(at + 12));
    if (kind === 1 || kind === 4) json.push(JSON.parse(payload.toString()));
    else records.push(...readRecords(zstdDecompressSync(payload), records.at(-1)?.slot ?? 0n));
    footerAt = at;
    at += 48 + payload.length;
  }
  if (file.readBigUInt64LE(at) !== BigInt(footerAt) || file.toString('latin1', at + 8) !== 'LLCAPEND') {
    throw new Error('no end');
  }
  const [header = {}, footer = {}] = json;
  return { header, footer, records, footerAt };
}

function readRecords(payload: Buffer, before: bigint): NaiveRecord[] {
  const records: NaiveRecord[] = [];
  let slot = before;
  for (let at = 0; at < payload.length; ) {
    const type = TYPES[payload.readUInt8(at)] ?? 'unknown';
    const length = payload.readUInt32LE(at + 1);
    const body = payload.subarray(at + 5, at + 5 + length);
    if (type === 'snapshot' || type === 'slot') slot = body.readBigUInt64LE(0);
    records.push({ type, slot, body });
    at += 5 + length;
  }
  return records;
}
