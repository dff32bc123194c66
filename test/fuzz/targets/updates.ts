import { isDeepStrictEqual } from 'node:util';
import { UpdateScanner } from '../../../indexer/source/scan/update.ts';
import { readNaively } from '../../indexer/source/scan/naive-reader.ts';
import { RecordingSink } from '../../support/recording-sink.ts';
import { mutated } from '../support/mutate.ts';
import type { Random } from '../support/random.ts';
import { accepted, type FuzzTarget, hold } from '../support/target.ts';
import { accountOrSlotUpdate } from '../support/wire-update.ts';

/** Accounts, slots and blocks off the wire: what is told is what stands in the bytes of this message alone. */
export const updates: FuzzTarget = {
  name: 'updates',
  feeds: 'messages of the stream to the scanner, beside a reading by the book',
  share: 1,
  good: 'account',
  start: () => ({
    feed: (random) => {
      const valid = accountOrSlotUpdate(random);
      const message = random.once(6) ? valid : damaged(valid, random);
      const before = random.below(9);
      const bytes = Buffer.concat([Buffer.alloc(before, 0xff), message, Buffer.alloc(random.below(70), 1)]);
      const sink = new RecordingSink();
      const scanner = new UpdateScanner(sink);
      const scanned = accepted(
        () => scanner.scan(bytes, before, before + message.length),
        ['UPDATE_MALFORMED'],
      );
      const told = sink.all.length + sink.pings;
      if ('refused' in scanned) {
        hold(message !== valid, 'a valid message is read', () => message.toString('hex'));
        hold(told === 0, 'nothing is told of a message that is refused', () => message.toString('hex'));
        return scanned.refused;
      }
      hold(told === 1, 'a message tells one thing', () => message.toString('hex'));
      const [ours = 'ping'] = sink.all;
      const theirs = readNaively(message);
      hold(isDeepStrictEqual(ours, theirs), 'what is told stands in the message', () => ({
        message: message.toString('hex'),
        ours,
        theirs,
      }));
      return typeof ours === 'string' ? ours : ours.kind;
    },
  }),
};

function damaged(valid: Buffer, random: Random): Buffer {
  if (random.once(12)) return random.bytes(random.below(120));
  return random.once(4) ? valid.subarray(0, random.below(valid.length + 1)) : mutated(valid, random);
}
