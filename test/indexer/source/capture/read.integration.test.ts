import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { inspectCapture } from '../../../../indexer/source/capture/inspect.ts';
import { readSegment } from '../../../../indexer/source/capture/read-segment.ts';
import { makeCapture } from '../../../support/captures/make-capture.ts';
import { lamportsOf, ModelChain } from '../../../support/captures/model-chain.ts';
import { below, seededRandom } from '../../../support/captures/random.ts';
import { recordAccount } from '../../../support/recording-sink.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../../support/temporary-directory.ts';

const chain = new ModelChain({ seed: 7, slots: 220 });
const RANGES = [
  { from: 1n, to: 150n },
  { from: 170n, to: 220n },
];

let directory: TemporaryDirectory;
let file: string;
let whole: Buffer;
let digest: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  file = join(directory.path, 'whole.llcap');
  digest = await makeCapture({ file, chain, ranges: RANGES });
  whole = await readFile(file);
});
afterAll(() => directory[Symbol.asyncDispose]());

/** Everything that a loader would take of a file. */
async function readAll(
  path: string,
  allowTruncated = false,
): Promise<{ slots: bigint[]; accounts: string[] }> {
  const contents = await inspectCapture(path, { allowTruncated });
  const slots: bigint[] = [];
  const accounts: string[] = [];
  for (const segment of contents.segments) {
    for await (const { items } of readSegment(contents, segment)) {
      for (const item of items) {
        if (item.kind === 'snapshot') slots.push(item.opening.meta.slot);
        else {
          if (item.kind === 'slot') slots.push(item.meta.slot);
          item.records.show({
            account: (view) => {
              const { pubkey, data, slot, lamports, writeVersion } = recordAccount(view);
              accounts.push(`${slot} ${pubkey} ${lamports} ${writeVersion} ${data}`);
            },
          });
        }
      }
    }
  }
  return { slots, accounts };
}

async function changed(name: string, bytes: Buffer): Promise<string> {
  const path = join(directory.path, name);
  await writeFile(path, bytes);
  return path;
}

/** The code with which a file is refused, and null where it is taken. */
async function refusalOf(path: string, allowTruncated = false): Promise<string | null> {
  try {
    await readAll(path, allowTruncated);
    return null;
  } catch (error) {
    if (isLaunchlensError(error)) return error.code;
    throw error;
  }
}

describe('a capture', () => {
  test('gives back every slot, and every write of it, in chain order', async () => {
    const { slots, accounts } = await readAll(file);
    const blocks = RANGES.flatMap(({ from, to }) => chain.blocks(from, to).map(({ slot }) => slot));
    expect(slots).toEqual(blocks);
    const wanted = RANGES.flatMap(({ from, to }) => {
      const [first, ...rest] = chain.blocks(from, to).map(({ slot }) => slot);
      const opening = chain
        .newestAt(first ?? 0n)
        .map((write) => ({ ...write, slot: first ?? 0n, writeVersion: 0n }));
      return [...opening, ...rest.flatMap((slot) => chain.writesOf(slot))];
    });
    expect([...accounts].sort()).toEqual(
      wanted
        .map(({ account, slot, writeVersion, variant }) => {
          const data = account.bytes(variant ?? 0).toString('hex');
          const address = Buffer.from(account.address).toString('hex');
          return `${slot} ${address} ${lamportsOf(variant)} ${writeVersion} ${data}`;
        })
        .sort(),
    );
  });

  test('tells what it was recorded from, its ranges and its digest', async () => {
    const contents = await inspectCapture(file);
    expect(contents.segments.map(({ first, last }) => [first, last])).toEqual([
      [1n, chain.blocks(1n, 150n).at(-1)?.slot],
      [chain.blocks(170n, 220n)[0]?.slot, chain.last],
    ]);
    expect(contents.sha256).toBe(digest);
    expect(contents.header.endpoint).toBe('model:10000');
    expect(contents.footer?.ended).toBe('asked');
  });

  test('that is cut anywhere is refused as cut off, and otherwise read up to its last whole frame', async () => {
    const path = join(directory.path, 'cut.llcap');
    const ranges = [
      { from: 1n, to: 30n },
      { from: 40n, to: 50n },
    ];
    await makeCapture({ file: path, chain, ranges });
    const all = await readAll(path);
    let fewest = all.slots.length;
    for (let length = (await stat(path)).size - 1; length >= 0; length -= 1) {
      await truncate(path, length);
      expect(await refusalOf(path), `cut at ${length}`).toBe('CAPTURE_TRUNCATED');
      if (length % 11 !== 0 || length < 1_000) continue;
      const { slots } = await readAll(path, true);
      expect(slots).toEqual(all.slots.slice(0, slots.length));
      expect(slots.length).toBeLessThanOrEqual(fewest);
      fewest = slots.length;
    }
    expect(fewest).toBe(0);
  });

  test('in which any one bit is flipped is refused', async () => {
    const random = seededRandom(20_260_101);
    for (let flips = 0; flips < 1_000; flips += 1) {
      const bytes = Buffer.from(whole);
      const at = below(random, bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8));
      const code = await refusalOf(await changed('flipped.llcap', bytes), flips % 2 === 0);
      expect(code, `flip at ${at}`).toMatch(/^CAPTURE_(CORRUPT|NOT_ONE|VERSION_UNKNOWN)$/);
    }
  });

  test('in which a frame was left out, doubled or exchanged is refused', async () => {
    const { frames } = await inspectCapture(file);
    const [, second, third, fourth] = frames.map(({ at }) => at);
    const part = (from = 0, to = whole.length): Buffer => whole.subarray(from, to);
    const forged = [
      Buffer.concat([part(0, second), part(third)]),
      Buffer.concat([part(0, third), part(second, third), part(third)]),
      Buffer.concat([part(0, second), part(third, fourth), part(second, third), part(fourth)]),
      Buffer.concat([whole, Buffer.from('more')]),
    ];
    for (const bytes of forged) {
      expect(await refusalOf(await changed('forged.llcap', bytes), true)).toBe('CAPTURE_CORRUPT');
    }
  });

  test('is not mistaken for anything else', async () => {
    expect(await refusalOf(await changed('other', Buffer.from('{"format":"launchlens-capture"}')))).toBe(
      'CAPTURE_NOT_ONE',
    );
    expect(await refusalOf(join(directory.path, 'nowhere'))).toBe('CAPTURE_UNREADABLE');
    expect(await refusalOf(directory.path)).toBe('CAPTURE_UNREADABLE');
  });

  test('of a later format is refused by its number', async () => {
    const path = join(directory.path, 'later.llcap');
    await makeCapture({ file: path, chain, ranges: RANGES, header: { version: 2 } });
    expect(await refusalOf(path)).toBe('CAPTURE_VERSION_UNKNOWN');
  });
});
