import type { Random } from './random.ts';

type Mutation = (bytes: Buffer, random: Random) => Buffer;

/** Varints that are no numbers, are too long, or say more than there is. */
const VARINTS = [
  '00',
  '7f',
  '8000',
  'ffffffff0f',
  'ffffffffffffffffff01',
  'ffffffffffffffffff7f',
  '80808080808080808080',
  'ffffffffffffffffffffff01',
].map((hex) => Buffer.from(hex, 'hex'));

const MUTATIONS: readonly Mutation[] = [
  flipBit,
  setByte,
  nudgeByte,
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => bytes.subarray(random.below(bytes.length + 1)),
  (bytes, random) => Buffer.concat([bytes, random.bytes(1 + random.below(40))]),
  writeWord,
  fillRange,
  (bytes, random) => splice(bytes, random, random.pick(VARINTS)),
  (bytes, random) => splice(bytes, random, random.bytes(random.below(9))),
  repeatRange,
];

/** A copy that was damaged in one to four places: bits, lengths, extreme numbers, cuts, repetitions. */
export function mutated(bytes: Uint8Array, random: Random): Buffer {
  let damaged: Buffer = Buffer.from(bytes);
  for (let left = 1 + random.below(4); left > 0; left -= 1) damaged = random.pick(MUTATIONS)(damaged, random);
  return damaged;
}

/** As `mutated`, of the same length. */
export function mutatedInPlace(bytes: Uint8Array, random: Random): Buffer {
  let damaged: Buffer = Buffer.from(bytes);
  const inPlace = [flipBit, setByte, nudgeByte, writeWord, fillRange];
  for (let left = 1 + random.below(4); left > 0; left -= 1) damaged = random.pick(inPlace)(damaged, random);
  return damaged;
}

function flipBit(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  if (bytes.length > 0) bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
  return bytes;
}

function setByte(bytes: Buffer, random: Random): Buffer {
  if (bytes.length > 0) bytes[random.below(bytes.length)] = random.pick([0, 1, 2, 127, 128, 255]);
  return bytes;
}

/** A length or a count that is off by one. */
function nudgeByte(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  if (bytes.length > 0) bytes[at] = (bytes[at] as number) + random.pick([-1, 1]);
  return bytes;
}

function writeWord(bytes: Buffer, random: Random): Buffer {
  if (bytes.length >= 8) bytes.writeBigUInt64LE(random.u64(), random.below(bytes.length - 7));
  return bytes;
}

function fillRange(bytes: Buffer, random: Random): Buffer {
  const from = random.below(bytes.length);
  return bytes.fill(random.pick([0, 255]), from, Math.min(bytes.length, from + random.below(64)));
}

function splice(bytes: Buffer, random: Random, inserted: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  const removed = random.below(inserted.length + 1);
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
}

function repeatRange(bytes: Buffer, random: Random): Buffer {
  const from = random.below(bytes.length + 1);
  const to = from + random.below(Math.min(80, bytes.length - from + 1));
  return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
}
