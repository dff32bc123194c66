import { FrameReader } from '../../../indexer/source/transport/frame-reader.ts';
import { MAX_MESSAGE_BYTES } from '../../../indexer/source/transport/transport.ts';
import type { Random } from '../support/random.ts';
import { type FuzzTarget, hold } from '../support/target.ts';

/** The body of a gRPC answer in pieces of any length, with lengths and flags that lie. */
export const frames: FuzzTarget = {
  name: 'frames',
  feeds: 'bodies of gRPC answers, cut anywhere, to the reader of frames',
  share: 0.5,
  good: 'read',
  start: () => ({
    feed: (random) => {
      const body = bodyOf(random);
      const ours: string[] = [];
      const reader = new FrameReader((bytes, start, end) => {
        ours.push(bytes.toString('hex', start, end));
        if (random.once(9)) reader.stop();
      });
      let fault: string | undefined;
      for (let at = 0; at < body.length && fault === undefined; ) {
        const end = Math.min(body.length, at + 1 + random.below(random.pick([2, 8, 200])));
        // A transport hands over buffers that it uses again.
        fault = reader.push(Buffer.from(body.subarray(at, end)));
        while (reader.stopped && fault === undefined) fault = reader.start();
        at = end;
      }
      const theirs = framesOf(body);
      const same = ours.join() === theirs.messages.join() && (fault !== undefined) === theirs.fault;
      hold(same, 'the messages are those of the body', () => ({ body: body.toString('hex'), ours, fault }));
      return fault === undefined ? 'read' : 'refused';
    },
  }),
};

function bodyOf(random: Random): Buffer {
  const parts = Array.from({ length: random.below(6) }, () => {
    const message = random.bytes(random.below(random.pick([1, 6, 300])));
    const head = Buffer.alloc(5);
    head.writeUInt32BE(message.length, 1);
    if (random.once(20)) head[0] = random.below(256);
    if (random.once(12))
      head.writeUInt32BE(
        random.pick([0xffff_ffff, MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES + 1, message.length + 1]),
        1,
      );
    return Buffer.concat([head, message]);
  });
  const body = Buffer.concat(parts);
  return random.once(4) ? body.subarray(0, random.below(body.length + 1)) : body;
}

/** The frames of the whole body at once. */
function framesOf(body: Buffer): { messages: string[]; fault: boolean } {
  const messages: string[] = [];
  for (let at = 0; at + 5 <= body.length; ) {
    const length = body.readUInt32BE(at + 1);
    if (body[at] !== 0 || length > MAX_MESSAGE_BYTES) return { messages, fault: true };
    if (at + 5 + length > body.length) break;
    messages.push(body.toString('hex', at + 5, at + 5 + length));
    at += 5 + length;
  }
  return { messages, fault: false };
}
