import type { Recorded } from '../../../support/recording-sink.ts';

/**
 * A second reading of the wire format, slow and by the book: the generated codec cannot judge damaged bytes,
 * because it lets a nested message reach beyond its own length.
 */
type Value = bigint | Buffer;
type Fields = Map<number, Value>;

function readFields(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 63n) throw new Error('bad varint');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error('cut off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = varint();
    const type = Number(tag & 7n);
    if (![0, 1, 2, 5].includes(type)) throw new Error(`wire type ${type}`);
    const value = type === 0 ? varint() : take(type === 1 ? 8 : type === 5 ? 4 : Number(varint()));
    fields.set(Number(tag >> 3n), value);
  }
  return fields;
}

const number = (fields: Fields, field: number): bigint => (fields.get(field) as bigint | undefined) ?? 0n;
const maybeNumber = (fields: Fields, field: number) => fields.get(field) as bigint | undefined;
const bytesOf = (fields: Fields, field: number): Buffer => (fields.get(field) as Buffer) ?? Buffer.alloc(0);
const text = (fields: Fields, field: number): string => bytesOf(fields, field).toString('utf8');
const wrapped = (fields: Fields, field: number): bigint | undefined =>
  fields.has(field) ? number(readFields(bytesOf(fields, field)), 1) : undefined;

function readAccount(update: Fields): Recorded {
  const info = readFields(bytesOf(update, 1));
  return {
    kind: 'account',
    account: {
      pubkey: bytesOf(info, 1).toString('hex'),
      owner: bytesOf(info, 3).toString('hex'),
      data: bytesOf(info, 6).toString('hex'),
      signature: info.has(8) ? bytesOf(info, 8).toString('hex') : undefined,
      slot: number(update, 2),
      lamports: number(info, 2),
      writeVersion: number(info, 7),
    },
  };
}

const STATUSES = ['processed', 'confirmed', 'finalized', undefined, undefined, undefined, 'dead'] as const;

function readSlot(update: Fields): Recorded | 'ping' {
  const status = STATUSES[Number(number(update, 3))];
  if (!status) return 'ping';
  const deadError = update.has(4) ? text(update, 4) : undefined;
  return {
    kind: 'slot',
    slot: { slot: number(update, 1), parent: maybeNumber(update, 2), status, deadError },
  };
}

function readBlockMeta(update: Fields): Recorded {
  const blockTime = wrapped(update, 4);
  return {
    kind: 'block_meta',
    meta: {
      slot: number(update, 1),
      parentSlot: number(update, 6),
      blockhash: text(update, 2),
      blockTime: blockTime === undefined ? undefined : BigInt.asIntN(64, blockTime),
      blockHeight: wrapped(update, 5),
    },
  };
}

export function readNaively(message: Buffer): Recorded | 'ping' {
  const fields = readFields(message);
  const nested = (field: number): Fields => readFields(bytesOf(fields, field));
  if (fields.has(2)) return readAccount(nested(2));
  if (fields.has(3)) return readSlot(nested(3));
  if (fields.has(7)) return readBlockMeta(nested(7));
  return 'ping';
}
