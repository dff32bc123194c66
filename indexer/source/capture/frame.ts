import { crc32 } from 'node:zlib';

/**
 * A capture file is a magic number followed by frames, each a fixed-size header and a payload
 * (`docs/captures.md`). All numbers are little-endian.
 */
export const MAGIC = Buffer.from('\x89LLCAP\r\n', 'latin1');
/** The last bytes of a complete file, after the offset of its footer. */
const END_MAGIC = Buffer.from('LLCAPEND', 'latin1');
const TRAILER_BYTES = 16;
export const FORMAT_VERSION = 1;

export const FRAME_HEAD_BYTES = 48;
const FRAME_MARK = 0x4d52_464c;
const HEAD_CRC_AT = 44;

/** Header and footer are plain JSON; the other payloads are zstd. */
export const FRAME = { header: 1, snapshot: 2, slots: 3, footer: 4 } as const;
export type FrameName = keyof typeof FRAME;

/** No writer makes a larger frame: a greater length is damage, and must not reserve memory. */
const MAX_PAYLOAD_BYTES = 1 << 30;

export interface FrameHead {
  readonly name: FrameName;
  /** Position among the frames, from 0. */
  readonly number: number;
  /** Size of the payload, stored and uncompressed. */
  readonly storedBytes: number;
  readonly rawBytes: number;
  readonly payloadCrc: number;
  /** First and last slot inside; 0 for the header. */
  readonly firstSlot: bigint;
  readonly lastSlot: bigint;
  /** Records inside; 0 for header and footer. */
  readonly records: number;
}

const NAMES = new Map<number, FrameName>(
  (Object.keys(FRAME) as FrameName[]).map((name) => [FRAME[name], name]),
);

export function encodeHead(head: FrameHead): Buffer {
  const bytes = Buffer.alloc(FRAME_HEAD_BYTES);
  bytes.writeUInt32LE(FRAME_MARK, 0);
  bytes.writeUInt32LE(FRAME[head.name], 4);
  bytes.writeUInt32LE(head.number, 8);
  bytes.writeUInt32LE(head.storedBytes, 12);
  bytes.writeUInt32LE(head.rawBytes, 16);
  bytes.writeUInt32LE(head.payloadCrc, 20);
  bytes.writeBigUInt64LE(head.firstSlot, 24);
  bytes.writeBigUInt64LE(head.lastSlot, 32);
  bytes.writeUInt32LE(head.records, 40);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, HEAD_CRC_AT)), HEAD_CRC_AT);
  return bytes;
}

/** The header in these 48 bytes, or why it is invalid. */
export function decodeHead(bytes: Buffer): FrameHead | string {
  if (crc32(bytes.subarray(0, HEAD_CRC_AT)) !== bytes.readUInt32LE(HEAD_CRC_AT)) {
    return 'the checksum of the frame head does not hold';
  }
  const name = NAMES.get(bytes.readUInt32LE(4));
  if (bytes.readUInt32LE(0) !== FRAME_MARK || name === undefined) return 'no frame begins here';
  const head: FrameHead = {
    name,
    number: bytes.readUInt32LE(8),
    storedBytes: bytes.readUInt32LE(12),
    rawBytes: bytes.readUInt32LE(16),
    payloadCrc: bytes.readUInt32LE(20),
    firstSlot: bytes.readBigUInt64LE(24),
    lastSlot: bytes.readBigUInt64LE(32),
    records: bytes.readUInt32LE(40),
  };
  const tooLarge = head.storedBytes > MAX_PAYLOAD_BYTES || head.rawBytes > MAX_PAYLOAD_BYTES;
  return tooLarge ? 'the frame is larger than any that is written' : head;
}

/** The last 16 bytes of a complete file. */
export function encodeTrailer(footerAt: number): Buffer {
  const bytes = Buffer.alloc(TRAILER_BYTES);
  bytes.writeBigUInt64LE(BigInt(footerAt), 0);
  END_MAGIC.copy(bytes, 8);
  return bytes;
}
