import { base58 } from '@scure/base';

/** A second reading of transactions off the wire, slow and by the book: all values of a field in their order. */
export type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>;

/** @throws where the bytes are no message */
export function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, (bigint | Buffer)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at];
      at += 1;
      if (byte === undefined || shift > 63n) throw new Error('bad varint');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (value >= 2n ** 64n) throw new Error('wide varint');
    return value;
  };
  const take = (length: bigint): Buffer => {
    if (BigInt(at) + length > BigInt(bytes.length)) throw new Error('cut off');
    at += Number(length);
    return bytes.subarray(at - Number(length), at);
  };
  while (at < bytes.length) {
    const tag = varint();
    const [field, type] = [Number(tag >> 3n), Number(tag & 7n)];
    const value = type === 0 ? varint() : type === 1 ? take(8n) : type === 5 ? take(4n) : take(varint());
    if (field === 0 || ![0, 1, 2, 5].includes(type)) throw new Error('bad tag');
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

const all = (fields: Fields, field: number): Buffer[] => (fields.get(field) ?? []).map(buffer);
const last = (fields: Fields, field: number): Buffer => all(fields, field).at(-1) ?? Buffer.alloc(0);
const integer = (fields: Fields, field: number): bigint =>
  (fields.get(field)?.at(-1) as bigint | undefined) ?? 0n;
/** A number of 32 bits takes the lowest of those that are written. */
const u32 = (fields: Fields, field: number): bigint => BigInt.asUintN(32, integer(fields, field));

/** Numbers of a list, which may be written one by one or many in one value. */
function integers(fields: Fields, field: number): bigint[] {
  return (fields.get(field) ?? []).flatMap((value) => (typeof value === 'bigint' ? value : packed(value)));
}

function packed(bytes: Buffer): bigint[] {
  const values: bigint[] = [];
  let value = 0n;
  let shift = 0n;
  for (const byte of bytes) {
    value |= BigInt(byte & 0x7f) << shift;
    shift += 7n;
    if (byte >= 0x80) continue;
    values.push(value);
    value = shift = 0n;
  }
  return values;
}

function buffer(value: bigint | Buffer): Buffer {
  if (typeof value === 'bigint') throw new Error('a number where bytes are due');
  return value;
}

/** As the official codec would merge messages that are repeated where one is due. */
const merged = (fields: Fields, field: number): Fields => fieldsOf(Buffer.concat(all(fields, field)));

/** What a `SubscribeUpdate` with a transaction holds, in plain values. */
export function naiveTransaction(message: Buffer): unknown {
  const update = merged(fieldsOf(message), 4);
  const info = merged(update, 1);
  const body = merged(merged(info, 3), 2);
  const meta = merged(info, 4);
  const inner = all(meta, 5).map(fieldsOf);
  const called = (index: number) =>
    inner.filter((group) => u32(group, 1) === BigInt(index)).flatMap((group) => all(group, 2));
  const calls = all(body, 4).flatMap((one, outer) => [
    { ...naiveCall(one), outer, inner: 0, height: 1n },
    ...called(outer).map((other, at) => ({ ...naiveCall(other), outer, inner: at + 1 })),
  ]);
  const keys = [...all(body, 2), ...all(meta, 12), ...all(meta, 13)].map((key) => key.toString('hex'));
  const [before, after] = [integers(meta, 3), integers(meta, 4)];
  return {
    slot: integer(update, 2),
    signature: last(info, 1).toString('hex'),
    index: Number(integer(info, 5)),
    failed: meta.has(1),
    accountKeys: keys,
    emptied: keys.filter((_, at) => (before[at] ?? 0n) > 0n && after[at] === 0n),
    preTokenBalances: all(meta, 7).map(naiveBalance),
    postTokenBalances: all(meta, 8).map(naiveBalance),
    instructions: calls,
    innerRecorded: integer(meta, 10) === 0n,
    logs: integer(meta, 11) === 0n ? all(meta, 6).map((line) => line.toString('hex')) : undefined,
  };
}

function naiveCall(bytes: Buffer) {
  const call = fieldsOf(bytes);
  return {
    program: u32(call, 1),
    accounts: last(call, 2).toString('hex'),
    data: last(call, 3).toString('hex'),
    height: call.has(4) ? u32(call, 4) : undefined,
  };
}

function naiveBalance(bytes: Buffer): unknown {
  const fields = fieldsOf(bytes);
  const owner = last(fields, 4).toString('latin1');
  return {
    accountIndex: u32(fields, 1),
    mint: hexOf(last(fields, 2).toString('latin1')),
    owner: owner === '' ? undefined : hexOf(owner),
    amount: BigInt(last(merged(fields, 3), 3).toString('latin1')),
  };
}

const hexOf = (text: string): string => Buffer.from(base58.decode(text)).toString('hex');
