import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMPRESSIONS, type Compression } from '../../../../indexer/source/transport/compression.ts';
import { FrameReader } from '../../../../indexer/source/transport/frame-reader.ts';
import { MAX_MESSAGE_BYTES } from '../../../../indexer/source/transport/transport.ts';

function framed(message: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(message.length, 1);
  return Buffer.concat([header, message]);
}

/** Cuts `bytes` at the given places, which may repeat or lie beyond its end. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, index) => bytes.subarray(start, at[index]));
}

const messages = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 });
const places = fc.array(fc.nat(), { maxLength: 40 });

const COMPRESS = { gzip: (bytes: Uint8Array) => gzipSync(bytes, { level: 1 }), zstd: zstdCompressSync };

function compressed(message: Uint8Array, encoding: Compression): Buffer {
  const frame = framed(COMPRESS[encoding](message));
  frame[0] = 1;
  return frame;
}

describe.each(COMPRESSIONS)('a stream compressed with %s', (encoding) => {
  test('gives the same messages however the bytes are cut, compressed or not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.uint8Array({ maxLength: 300 }), fc.boolean())),
        places,
        (sent, where) => {
          const seen: string[] = [];
          const reader = new FrameReader((bytes, start, end) => seen.push(bytes.toString('hex', start, end)));
          reader.encoding = encoding;
          const frames = sent.map(([message, packed]) =>
            packed ? compressed(message, encoding) : framed(message),
          );
          for (const chunk of cut(Buffer.concat(frames), where)) expect(reader.push(chunk)).toBeUndefined();
          expect(seen).toEqual(sent.map(([message]) => Buffer.from(message).toString('hex')));
        },
      ),
    );
  });

  test('ends where a message is not what it says, or longer than a message may be', () => {
    const reader = new FrameReader(() => expect.unreachable());
    reader.encoding = encoding;
    const wrong = framed(Buffer.from('no archive'));
    wrong[0] = 1;
    expect(reader.push(wrong)).toBe(`a message that is not valid ${encoding}, or too long`);

    const bomb = compressed(Buffer.alloc(MAX_MESSAGE_BYTES + 1), encoding);
    expect(bomb.length).toBeLessThan(MAX_MESSAGE_BYTES / 100);
    expect(reader.push(bomb)).toBe(`a message that is not valid ${encoding}, or too long`);
  });
});

describe('the frame reader', () => {
  test('gives the same messages however the bytes are cut', () => {
    fc.assert(
      fc.property(messages, places, (sent, where) => {
        const seen: string[] = [];
        const reader = new FrameReader((bytes, start, end) => seen.push(bytes.toString('hex', start, end)));
        for (const chunk of cut(Buffer.concat(sent.map(framed)), where)) {
          // A chunk's memory belongs to the reader for the call only.
          const lent = Buffer.from(chunk);
          expect(reader.push(lent)).toBeUndefined();
          lent.fill(0xee);
        }
        expect(seen).toEqual(sent.map((message) => Buffer.from(message).toString('hex')));
      }),
      { numRuns: 150 },
    );
  });

  test('stops after any message and goes on where it stopped', () => {
    fc.assert(
      fc.property(messages, places, fc.array(fc.boolean()), (sent, where, stops) => {
        const seen: string[] = [];
        const reader: FrameReader = new FrameReader((bytes, start, end) => {
          expect(reader.stopped).toBe(false);
          seen.push(bytes.toString('hex', start, end));
          if (stops[seen.length - 1]) reader.stop();
        });
        for (const chunk of cut(Buffer.concat(sent.map(framed)), where)) reader.push(chunk);
        while (reader.stopped) reader.start();
        expect(seen).toEqual(sent.map((message) => Buffer.from(message).toString('hex')));
      }),
      { numRuns: 150 },
    );
  });

  test('takes a message that is larger than its first buffer', () => {
    const message = Buffer.alloc(3_000_000, 7);
    const lengths: number[] = [];
    const reader = new FrameReader((bytes, start, end) => {
      expect(bytes.subarray(start, end).equals(message)).toBe(true);
      lengths.push(end - start);
    });
    const bytes = Buffer.concat([framed(message), framed(message)]);
    for (let at = 0; at < bytes.length; at += 16_384) reader.push(bytes.subarray(at, at + 16_384));
    expect(lengths).toEqual([message.length, message.length]);
  });

  test.each([
    ['a compressed message', Buffer.from([1, 0, 0, 0, 1, 9]), 'compressed'],
    ['a message above 64 MiB', Buffer.from([0, 4, 0, 0, 1]), '67108865 bytes'],
  ])('refuses %s, in one piece or many', (_case, bytes, reason) => {
    const whole = new FrameReader(() => expect.unreachable());
    expect(whole.push(bytes)).toContain(reason);
    const pieces = new FrameReader(() => expect.unreachable());
    const results = [...bytes].map((byte) => pieces.push(Buffer.from([byte])));
    expect(results.find((result) => result !== undefined)).toContain(reason);
  });
});
