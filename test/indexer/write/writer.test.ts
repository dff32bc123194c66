import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { WriterStart } from '../../../indexer/write/batch-store.ts';
import type { SlotReader } from '../../../indexer/write/reader-link.ts';
import { Writer } from '../../../indexer/write/writer.ts';
import { LIMITS, type WriterLimits } from '../../../indexer/write/writer-limits.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { addPledge, addTransfer, emptySlot, livelySlot, metaOf } from '../../support/slot-maker.ts';
import { waitFor } from '../../support/wait-for.ts';
import { RecordingLane } from './recording-lane.ts';

const EMPTY: WriterStart = { checkpoint: undefined, lastRevision: 0n, coveredTo: undefined };
const unreachable = () => new LaunchlensError('OLAP_UNREACHABLE', { target: 'test', reason: 'it is off' });

const open: Writer[] = [];
afterEach(async () => {
  for (const writer of open.splice(0)) await writer.close().catch(() => undefined);
});

interface StartOptions {
  readonly start?: WriterStart;
  readonly limits?: Partial<WriterLimits>;
  readonly reader?: SlotReader;
}

function start(options: StartOptions = {}) {
  const lane = new RecordingLane();
  const clock = manualClock(1_790_000_000_000);
  const writer = new Writer({
    olap: lane.olap,
    clock,
    logger: pino({ level: 'silent' }),
    commitment: 'confirmed',
    start: options.start ?? EMPTY,
    ...(options.limits && { limits: options.limits }),
    reader: options.reader,
  });
  open.push(writer);
  return { lane, clock, writer };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Lets time pass in small steps, so that who wakes can go to sleep again. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    await settled();
    clock.advance(10);
  }
  await settled();
}

describe('the writer', () => {
  test('writes the checkpoint after every row that it vouches for', async () => {
    const { lane, writer } = start();
    await writer.append(livelySlot(100n));
    await writer.flush();
    expect(lane.inserts.map(({ table }) => table)).toEqual([
      'launch_versions',
      'pledge_versions',
      'token_account_versions',
      'quarantine',
      'escrow_flows',
      'slots',
      'coverage',
      'checkpoints',
    ]);
    expect(new Set(lane.inserts.map(({ revision }) => revision))).toEqual(new Set([1n]));
    expect(writer.checkpoint).toMatchObject({ slot: 100n, revision: 1n, slotTime: 1_790_000_100n });
  });

  test('writes slots that come together at once, and gathers those that come soon after', async () => {
    const { lane, clock, writer } = start();
    await writer.append(livelySlot(100n));
    await writer.append(livelySlot(101n));
    await pass(clock, 10);
    expect(lane.of('slots').map(({ slots }) => slots)).toEqual([[100n, 101n]]);

    for (const slot of [102n, 103n]) {
      await writer.append(livelySlot(slot));
      await pass(clock, 100);
    }
    expect(lane.of('checkpoints')).toHaveLength(1);
    await pass(clock, 50);
    await waitFor(() => lane.of('checkpoints').length === 2, { what: 'the second checkpoint' });
    expect(lane.of('slots').map(({ slots }) => slots)).toEqual([
      [100n, 101n],
      [102n, 103n],
    ]);
  });

  test('measures the stages of each slot', async () => {
    const { lane, clock, writer } = start();
    const slot = livelySlot(100n);
    slot.buffer.openedAt = clock.now() - 200;
    lane.before = (table) => clock.advance(table === 'checkpoints' ? 5 : 10);
    await writer.append(slot);
    await writer.flush();
    const registry = new Registry();
    writer.stats.exposeIn(registry, () => writer.pending);
    const sums = (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('launchlens_index_stage_seconds_sum'));
    expect(sums.map((line) => line.replace(/^.*stage="(.*)"} /, '$1 '))).toEqual([
      'assemble 0.2',
      'wait_for_batch 0',
      'insert 0.07',
      'checkpoint 0.005',
    ]);
  });

  test('writes a full batch without waiting', async () => {
    const { lane, writer } = start({ limits: { flushRows: 20 } });
    await writer.append(livelySlot(100n));
    await waitFor(() => lane.of('checkpoints').length === 1, { what: 'the checkpoint' });
    expect(lane.of('slots')).toMatchObject([{ slots: [100n] }]);
  });

  test('lets the next batch grow for as long as the store is busy with one', async () => {
    // Given a store that is busy with a full batch
    const { lane, writer } = start({ limits: { flushRows: 20 } });
    const answer = Promise.withResolvers<void>();
    lane.before = () => answer.promise;
    await writer.append(livelySlot(100n));
    await settled();

    // When several full batches' worth of rows come
    for (const slot of [101n, 102n, 103n]) await writer.append(livelySlot(slot));
    answer.resolve();
    await writer.flush();

    // Then they are one batch
    expect(lane.of('slots').map(({ slots }) => slots)).toEqual([[100n], [101n, 102n, 103n]]);
  });

  test('makes the source wait while too many rows are in memory, and no longer', async () => {
    // Given a store that does not answer, and room for one slot
    const { lane, writer } = start({ limits: { flushRows: 20, pendingRows: 30 } });
    const answer = Promise.withResolvers<void>();
    lane.before = () => answer.promise;
    await writer.append(livelySlot(101n));

    // When a second slot comes
    let admitted = false;
    const second = writer.append(livelySlot(102n)).then(() => {
      admitted = true;
    });
    await settled();
    expect(admitted).toBe(false);

    // Then it is admitted once the store answers
    answer.resolve();
    await second;
    await writer.flush();
    expect(lane.of('checkpoints').map(({ slots }) => slots)).toEqual([[101n], [102n]]);
  });

  test('copies the rows at once, so that the slot buffer may be used again', async () => {
    const { lane, writer } = start();
    const slot = livelySlot(100n);
    const appended = writer.append(slot);
    slot.buffer.reset();
    await appended;
    await writer.flush();
    expect(lane.of('pledge_versions')).toMatchObject([{ rows: 15 }]);
  });

  test('tries a failed write again until it passes, in order and without a loss', async () => {
    const { lane, clock, writer } = start();
    let failures = 3;
    lane.before = (table) => {
      if (table === 'slots' && failures-- > 0) throw unreachable();
    };
    await writer.append(livelySlot(100n));
    const flushed = writer.flush();
    await pass(clock, 10_000);
    await flushed;
    expect(lane.inserts.map(({ table }) => table)).toEqual([
      'launch_versions',
      'pledge_versions',
      'token_account_versions',
      'quarantine',
      'escrow_flows',
      'slots',
      'coverage',
      'checkpoints',
    ]);
  });

  test('reports a final failure to every caller and writes no checkpoint', async () => {
    const { lane, writer } = start();
    lane.before = (table) => {
      if (table === 'slots') {
        throw new LaunchlensError('OLAP_REJECTED', { target: 'test', clickhouseCode: 60, detail: 'gone' });
      }
    };
    await writer.append(livelySlot(100n));
    await expect(writer.flush()).rejects.toMatchObject({ code: 'OLAP_REJECTED' });
    await expect(writer.append(livelySlot(101n))).rejects.toMatchObject({ code: 'OLAP_REJECTED' });
    await expect(writer.close()).rejects.toMatchObject({ code: 'OLAP_REJECTED' });
    expect(lane.of('checkpoints')).toEqual([]);
  });

  test('goes on after the revisions and the slot of an earlier run', async () => {
    const checkpoint = {
      slot: 99n,
      revision: 7n,
      chainSlot: 120n,
      slotTime: 5n,
      rollbackRevision: 3n,
      finalizedSlot: 60n,
      tokensByTransactions: false,
    };
    const { lane, writer } = start({ start: { checkpoint, lastRevision: 9n, coveredTo: 90n } });
    await expect(writer.append(livelySlot(99n))).rejects.toMatchObject({ code: 'WRITE_OUT_OF_ORDER' });
    await writer.append(livelySlot(100n));
    await writer.flush();
    expect(lane.of('checkpoints')).toMatchObject([{ revision: 10n, slots: [100n] }]);
    expect(writer.checkpoint).toMatchObject({ chainSlot: 120n });
  });

  test('refuses a slot that does not come after the last one', async () => {
    const { writer } = start();
    await writer.append(livelySlot(100n));
    await expect(writer.append(livelySlot(100n))).rejects.toMatchObject({ code: 'WRITE_OUT_OF_ORDER' });
  });

  test('a correction has a greater revision and moves the checkpoint by revision only', async () => {
    const { lane, writer } = start();
    const slot = emptySlot(100n);
    addPledge(slot.buffer, { slot: 100n, launchId: 1n, pledger: 'a', amount: 1n });
    await writer.append(slot);
    addPledge(slot.buffer, { slot: 100n, launchId: 1n, pledger: 'a', amount: 2n, writeVersion: 9n });
    await writer.correct(slot);
    await writer.flush();
    expect(lane.of('pledge_versions')).toMatchObject([
      { rows: 1, revision: 1n },
      { rows: 1, revision: 2n },
    ]);
    expect(lane.of('slots')).toHaveLength(1);
    expect(lane.of('checkpoints')).toMatchObject([
      { revision: 1n, slots: [100n] },
      { revision: 2n, slots: [100n] },
    ]);
  });

  test('a snapshot is one batch with what was lost before it', async () => {
    const { lane, writer } = start();
    await writer.append(emptySlot(100n));
    const { buffer } = livelySlot(200n);
    await writer.snapshot({
      through: metaOf(201n),
      buffers: [buffer, livelySlot(201n).buffer],
      slots: [metaOf(200n), metaOf(201n)],
      lost: { from: 101n, to: 199n },
      flows: [],
      cause: 'the stream could not resume',
    });
    await writer.append(emptySlot(202n));
    await writer.flush();
    expect(lane.of('checkpoints').map(({ slots }) => slots)).toEqual([[100n], [201n], [202n]]);
    expect(lane.of('slots').map(({ slots }) => slots)).toEqual([[100n], [200n, 201n], [202n]]);
    // Streamed to 100, lost to 199, proven at 201, streamed from 202.
    expect(lane.of('coverage').map(({ slots }) => slots)).toEqual([[100n], [199n, 201n], [202n]]);
  });

  test('calls no slot streamed that a snapshot tells as lost, because its fork died', async () => {
    const { lane, writer } = start();
    for (const slot of [100n, 101n, 102n]) await writer.append(emptySlot(slot));
    await writer.snapshot({
      through: metaOf(201n),
      buffers: [livelySlot(201n).buffer],
      slots: [metaOf(201n)],
      lost: { from: 101n, to: 200n },
      flows: [],
      cause: 'the fork died',
    });
    await writer.flush();
    // Streamed from 100 at the first slot; then lost to 200 and proven at 201, and nothing in between.
    expect(lane.of('coverage').map(({ slots }) => slots)).toEqual([[100n], [200n, 201n]]);
  });

  test('records streamed slots in the ledger in pieces', async () => {
    const { lane, writer } = start({ limits: { pendingRows: 1_000_000 } });
    for (let slot = 1n; slot <= 2_500n; slot += 1n) await writer.append(emptySlot(slot));
    await writer.close();
    expect(lane.of('coverage').flatMap(({ slots }) => slots)).toEqual([1n, 1_001n, 2_001n, 2_500n]);
  });

  test('records the head of the chain each second while no slot leaves', async () => {
    const { lane, clock, writer } = start();
    await writer.append(emptySlot(100n));
    await writer.flush();
    writer.heard(150n);
    await pass(clock, 900);
    expect(lane.of('checkpoints')).toHaveLength(1);

    await pass(clock, 200);
    await waitFor(() => lane.of('checkpoints').length === 2, { what: 'the heartbeat' });
    await pass(clock, 5_000);

    expect(lane.of('checkpoints')).toMatchObject([{ revision: 1n }, { revision: 2n, slots: [100n] }]);
    expect(writer.checkpoint).toMatchObject({ slot: 100n, chainSlot: 150n });
  });

  test('renews the checkpoint while the chain stands still, and never names a lower head of it', async () => {
    const { lane, clock, writer } = start();
    const idle = async (seconds: number) => {
      for (let i = 0; i < seconds; i += 1) {
        writer.heard(90n);
        await pass(clock, 1_000);
      }
    };
    await writer.append(emptySlot(100n));
    await writer.flush();
    await idle(14);
    expect(lane.of('checkpoints')).toHaveLength(1);
    await idle(2);
    await waitFor(() => lane.of('checkpoints').length === 2, { what: 'the idle beat' });
    expect(writer.checkpoint).toMatchObject({ slot: 100n, revision: 2n, chainSlot: 100n });
    await idle(16);
    await waitFor(() => lane.of('checkpoints').length === 3, { what: 'the next one' });
    expect(writer.checkpoint).toMatchObject({ slot: 100n, chainSlot: 100n });
  });

  test('does not renew the checkpoint when nobody says any more how far the chain is', async () => {
    const { lane, clock, writer } = start();
    await writer.append(emptySlot(100n));
    await writer.flush();
    writer.heard(100n);
    await pass(clock, 120_000);
    expect(lane.of('checkpoints').length).toBeLessThanOrEqual(2);
  });

  test('close writes what is there, ends, and takes nothing more', async () => {
    const { lane, writer } = start();
    await writer.append(livelySlot(100n));
    await writer.close();
    expect(lane.of('checkpoints')).toHaveLength(1);
    await expect(writer.append(livelySlot(101n))).rejects.toMatchObject({ code: 'WRITER_CLOSED' });
  });

  test('close does not wait for a store that is off', async () => {
    const { lane, writer } = start();
    lane.before = () => {
      throw unreachable();
    };
    await writer.append(livelySlot(100n));
    await expect(writer.close()).rejects.toMatchObject({ code: 'OLAP_UNREACHABLE' });
  });

  test('close does not wait for a store that never answers', async () => {
    const { lane, clock, writer } = start();
    lane.before = () => new Promise(() => undefined);
    await writer.append(livelySlot(100n));
    const closed = writer.close();
    closed.catch(() => undefined);
    await pass(clock, 5_000);
    await expect(closed).rejects.toMatchObject({ code: 'WRITER_CLOSED' });
  });
});

describe('the writer, with a reader in its process', () => {
  /** What a reader that is alone with the store was told, and how often it heard that the store is stuck. */
  function told() {
    const slots: (readonly [after: bigint, afterRevision: bigint, slot: bigint, revision: bigint])[] = [];
    const heard = { stuck: 0 };
    const reader: SlotReader = {
      alone: true,
      onTaken: ({ after, checkpoint }) =>
        slots.push([after.slot, after.revision, checkpoint.slot, checkpoint.revision]),
      onStuck: () => {
        heard.stuck += 1;
      },
    };
    return { slots, heard, reader };
  }

  test('tells of each slot at once, and writes checkpoints rarely while there is little to write', async () => {
    const { slots, reader } = told();
    const { lane, clock, writer } = start({ reader });
    await writer.append(emptySlot(100n));
    await pass(clock, 10);
    const betweenSlots = LIMITS.quietFlushMs / 6;
    for (let slot = 101n; slot <= 105n; slot += 1n) {
      await writer.append(emptySlot(slot));
      await pass(clock, betweenSlots);
    }
    expect(lane.of('checkpoints')).toHaveLength(1);
    await pass(clock, betweenSlots);
    await waitFor(() => lane.of('checkpoints').length === 2, { what: 'the second checkpoint' });
    expect(lane.of('slots').map(({ slots }) => slots)).toEqual([[100n], [101n, 102n, 103n, 104n, 105n]]);
    // The first slot of an index has none before it, and is found in the store.
    expect(slots).toEqual([
      [100n, 1n, 101n, 2n],
      [101n, 2n, 102n, 2n],
      [102n, 2n, 103n, 2n],
      [103n, 2n, 104n, 2n],
      [104n, 2n, 105n, 2n],
    ]);
  });

  test('gives rows the revision that it told, whatever is written in between', async () => {
    const { slots, reader } = told();
    const { lane, clock, writer } = start({ reader });
    const slot = emptySlot(100n);
    await writer.append(slot);
    await writer.append(emptySlot(101n));
    writer.heard(200n);
    // A heartbeat would be due
    await pass(clock, 1_500);
    await writer.append(emptySlot(102n));
    addPledge(slot.buffer, { slot: 100n, launchId: 1n, pledger: 'a', amount: 2n });
    await writer.correct(slot);
    await writer.append(emptySlot(103n));
    await writer.flush();
    const written = lane.of('slots').flatMap(({ slots, revision }) => slots.map((at) => [at, revision]));
    const correction = lane.of('pledge_versions')[0]?.revision ?? 0n;
    for (const [, , at, revision] of slots) expect(written).toContainEqual([at, revision]);
    // The slot after a correction follows the correction.
    expect(slots.at(-1)?.slice(0, 3)).toEqual([102n, correction, 103n]);
    const revisions = lane.of('checkpoints').map(({ revision }) => revision);
    expect(revisions).toEqual([...revisions].sort((a, b) => (a < b ? -1 : 1)));
  });

  test('writes more often while many rows come', async () => {
    const { reader } = told();
    const { lane, clock, writer } = start({ reader, limits: { quietRows: 2 } });
    await writer.append(emptySlot(100n));
    await pass(clock, 10);
    await writer.append(emptySlot(101n));
    await pass(clock, LIMITS.aloneFlushMs);
    expect(lane.of('checkpoints')).toHaveLength(1);
    await writer.append(emptySlot(102n));
    await waitFor(() => lane.of('checkpoints').length === 2, { what: 'the second checkpoint' });
  });

  test('writes soon that a transfer of the treasury is final', async () => {
    const { reader } = told();
    const { lane, clock, writer } = start({ reader });
    await writer.append(emptySlot(100n));
    await pass(clock, 10);
    const paying = emptySlot(101n);
    addTransfer(paying.buffer, 101n);
    await writer.append(paying);
    await writer.append(emptySlot(102n));
    await pass(clock, LIMITS.aloneFlushMs);
    expect(lane.of('checkpoints')).toHaveLength(1);
    writer.finalized(101n);
    await waitFor(() => lane.of('checkpoints').length === 2, {
      what: 'the checkpoint of the final transfer',
    });
    await writer.append(emptySlot(103n));
    writer.finalized(102n);
    await pass(clock, LIMITS.aloneFlushMs);
    expect(lane.of('checkpoints')).toHaveLength(2);
  });

  test('writes what it took for who waits for a slot', async () => {
    const { reader } = told();
    const { lane, clock, writer } = start({ reader });
    await writer.append(emptySlot(100n));
    await pass(clock, 10);
    await writer.append(emptySlot(101n));
    await writer.reach(100n);
    await writer.reach(102n);
    expect(lane.of('checkpoints')).toHaveLength(1);
    await writer.reach(101n);
    expect(writer.checkpoint).toMatchObject({ slot: 101n });
  });

  test('writes a slot at once that only the store can tell', async () => {
    const { slots, reader } = told();
    const { lane, clock, writer } = start({ reader });
    await writer.append(emptySlot(100n));
    await pass(clock, 10);
    await writer.append(livelySlot(104n));
    await waitFor(() => lane.of('checkpoints').length === 2, { what: 'the checkpoint' });
    expect(slots).toEqual([]);
  });

  test('settles what it told, and says so while the store takes no rows', async () => {
    const { slots, heard, reader } = told();
    const { lane, clock, writer } = start({ reader });
    await writer.append(emptySlot(100n));
    await writer.settle();
    await writer.append(emptySlot(101n));
    await writer.settle();
    expect(lane.of('checkpoints').map(({ slots }) => slots)).toEqual([[100n], [101n]]);

    // When the store fails
    let failing = true;
    lane.before = () => {
      if (failing) throw unreachable();
    };
    await writer.append(emptySlot(102n));
    await expect(writer.settle()).rejects.toMatchObject({ code: 'MIRROR_NOT_READY' });
    await writer.append(emptySlot(103n));
    await expect(writer.settle()).rejects.toMatchObject({ code: 'MIRROR_NOT_READY' });
    // Then nothing is told that may not come to be written
    expect(slots.map(([, , slot]) => slot)).toEqual([101n, 102n]);
    expect(heard.stuck).toBe(1);

    // And when it recovers
    failing = false;
    const flushed = writer.flush();
    await pass(clock, 20_000);
    await flushed;
    await writer.append(emptySlot(104n));
    expect(slots.at(-1)?.[2]).toBe(104n);
    await writer.settle();
  });
});
