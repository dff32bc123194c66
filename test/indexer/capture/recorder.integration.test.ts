import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { CaptureFile } from '../../../indexer/capture/capture-file.ts';
import { Recorder, type RecorderLimits } from '../../../indexer/capture/recorder.ts';
import { RecordingDecoder } from '../../../indexer/capture/recording-decoder.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { inspectCapture } from '../../../indexer/source/capture/inspect.ts';
import { MODEL_HEADER } from '../../support/captures/make-capture.ts';
import { metaOf } from '../../support/slot-maker.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { PROGRAM } from '../../support/verifier/launch-bytes.ts';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory[Symbol.asyncDispose]());

/** A recorder that has begun with a snapshot at slot 10. */
async function begun(limits: RecorderLimits = {}) {
  const path = join(directory.path, 'recorded.llcap');
  const file = await CaptureFile.create(path, MODEL_HEADER);
  const programId = PROGRAM.toBase58();
  const decoder = new RecordingDecoder(new Decoder({ idl: ESCROW_IDL, programId }));
  const ends: string[] = [];
  const options = { file, decoder, program: PROGRAM.toBytes(), limits };
  const recorder = new Recorder({ ...options, onLimit: (end) => ends.push(end) });
  const snapshot = (slot: bigint, lost?: { from: bigint; to: bigint }) =>
    recorder.snapshot({
      through: metaOf(slot),
      buffers: [new SlotBuffer()],
      slots: [metaOf(slot)],
      lost,
      flows: [],
      cause: '',
    });
  const append = async (from: bigint, to: bigint): Promise<void> => {
    for (let slot = from; slot <= to; slot += 1n) {
      await recorder.append({ meta: metaOf(slot), buffer: new SlotBuffer() });
    }
  };
  const ranges = async () => {
    await recorder.finish('asked', new Date(0));
    const { segments, footer } = await inspectCapture(path);
    return { ended: footer?.ended, segments: segments.map(({ first, last }) => [first, last]) };
  };
  await snapshot(10n);
  return { path, file, recorder, snapshot, append, ranges, ends };
}

describe('a recording', () => {
  test('drops slots that the chain takes back soon, and goes on below them', async () => {
    const { recorder, append, ranges, ends } = await begun();
    await append(11n, 200n);
    expect(await recorder.rollBack(170n)).toMatchObject({ head: 170n, launches: [] });
    await append(171n, 210n);
    expect(await ranges()).toEqual({ ended: 'asked', segments: [[10n, 210n]] });
    expect(ends).toEqual([]);
  });

  test('ends where the chain takes back what is written, and does not count it', async () => {
    const { recorder, append, ranges, ends } = await begun();
    await append(11n, 200n);
    expect(await recorder.rollBack(90n)).toBeUndefined();
    await append(91n, 99n);
    expect(ends).toEqual(['taken_back']);
    expect(await ranges()).toEqual({ ended: 'taken_back', segments: [[10n, 90n]] });
  });

  test('counts no slot that a later snapshot calls lost', async () => {
    const { snapshot, append, ranges } = await begun();
    await append(11n, 200n);
    await snapshot(220n, { from: 96n, to: 219n });
    await append(221n, 230n);
    expect(await ranges()).toEqual({
      ended: 'asked',
      segments: [
        [10n, 95n],
        [220n, 230n],
      ],
    });
  });

  test('ends after as many slots as were asked for', async () => {
    const { append, ranges, ends } = await begun({ slots: 30 });
    await append(11n, 90n);
    expect(ends).toContain('slots');
    expect(await ranges()).toEqual({ ended: 'slots', segments: [[10n, 39n]] });
  });

  test('cannot be completed after a failed write, and says so with the error of that write', async () => {
    const { file, recorder, append } = await begun();
    const failure = new LaunchlensError('CAPTURE_UNWRITABLE', { file: file.path, reason: 'disk full' });
    file.append = () => Promise.reject(failure);
    await expect(append(11n, 300n)).rejects.toBe(failure);
    await expect(recorder.finish('failed', new Date(0))).rejects.toBe(failure);
  });

  test('refuses a file that exists', async () => {
    const { path, ranges } = await begun();
    await ranges();
    await expect(CaptureFile.create(path, MODEL_HEADER)).rejects.toMatchObject({ code: 'CAPTURE_EXISTS' });
  });
});
