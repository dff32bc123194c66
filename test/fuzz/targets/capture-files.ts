import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { inspectCapture } from '../../../indexer/source/capture/inspect.ts';
import { readSegment } from '../../../indexer/source/capture/read-segment.ts';
import { makeCapture } from '../../support/captures/make-capture.ts';
import { ModelChain } from '../../support/captures/model-chain.ts';
import { mutated } from '../support/mutate.ts';
import { type FuzzTarget, hold } from '../support/target.ts';

const REFUSALS = ['CAPTURE_NOT_ONE', 'CAPTURE_VERSION_UNKNOWN', 'CAPTURE_TRUNCATED', 'CAPTURE_CORRUPT'];

/** Whole capture files: one that was changed anywhere is refused, one that was cut off gives what is whole of it. */
export const captureFiles: FuzzTarget = {
  name: 'capture-files',
  feeds: 'damaged capture files to the reader',
  share: 0.02,
  good: 'read',
  start: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'launchlens-fuzz-'));
    const file = join(directory, 'capture');
    const chain = new ModelChain({ seed: 7, slots: 60 });
    await makeCapture({
      file,
      chain,
      ranges: [
        { from: 1n, to: 30n },
        { from: 40n, to: 60n },
      ],
    });
    const whole = await readFile(file);
    const slots = await slotsOf(file, false);
    return {
      feed: async (random) => {
        const cut = random.once(3);
        const damaged = cut ? whole.subarray(0, random.below(whole.length + 1)) : mutated(whole, random);
        const allowTruncated = random.once(2);
        await writeFile(file, damaged);
        try {
          const read = await slotsOf(file, allowTruncated);
          const right = allowTruncated ? slots.slice(0, read.length) : slots;
          hold(read.join() === right.join(), 'no slot is read wrong', () => ({
            read,
            length: damaged.length,
          }));
          hold(allowTruncated || damaged.equals(whole), 'a damaged file is refused', () => damaged.length);
          return 'read';
        } catch (error) {
          if (isLaunchlensError(error) && REFUSALS.includes(error.code)) return error.code;
          throw error;
        }
      },
      stop: () => rm(directory, { recursive: true, force: true }),
    };
  },
};

/** Every slot of the file, with the bytes of its accounts. */
async function slotsOf(file: string, allowTruncated: boolean): Promise<string[]> {
  const contents = await inspectCapture(file, { allowTruncated });
  const slots: string[] = [];
  for (const segment of contents.segments) {
    for await (const { items } of readSegment(contents, segment)) {
      for (const item of items) {
        if (item.kind === 'snapshot') continue;
        item.records.show({
          account: ({ bytes, pubkeyAt, dataAt, dataLength }) => {
            slots.push(
              `${item.records.slot} ${bytes.toString('hex', pubkeyAt, pubkeyAt + 32)} ${bytes.toString('hex', dataAt, dataAt + dataLength)}`,
            );
          },
        });
      }
    }
  }
  return slots;
}
