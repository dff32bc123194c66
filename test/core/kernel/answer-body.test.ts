import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { AnswerBody } from '../../../core/kernel/answer-body.ts';

const LARGE = Buffer.from('{"launch":7}'.repeat(500));

test.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.5', '*'])(
  'a large body is compressed for a client that accepts %o',
  (accepted) => {
    const { bytes, headers } = new AnswerBody(LARGE).encodedFor({ 'accept-encoding': accepted });
    expect(headers).toEqual({ 'content-encoding': 'gzip', 'content-length': bytes.length });
    expect(bytes.length).toBeLessThan(LARGE.length / 10);
    expect(gunzipSync(bytes)).toEqual(LARGE);
  },
);

test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzippo'])(
  'and not for one that accepts %o',
  (accepted) => {
    const encoded = new AnswerBody(LARGE).encodedFor({ 'accept-encoding': accepted });
    expect(encoded).toEqual({ bytes: LARGE, headers: { 'content-length': LARGE.length } });
  },
);

test('a body is compressed once', () => {
  const body = new AnswerBody(LARGE);
  const bytes = () => body.encodedFor({ 'accept-encoding': 'gzip' }).bytes;
  expect(bytes()).toBe(bytes());
});

test('a body of one packet is sent as it is', () => {
  const small = Buffer.alloc(1000);
  expect(new AnswerBody(small).encodedFor({ 'accept-encoding': 'gzip' }).bytes).toBe(small);
});
