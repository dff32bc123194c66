import { randomFillSync } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { PLEDGE_VERSIONS } from '../../../indexer/model/tables.ts';
import type { IndexBuilder } from '../../support/index-builder.ts';
import { median } from '../support/row.ts';
import { FILL_SQL, launchesOf, PLEDGES_PER_LAUNCH, slotOf } from './shape.ts';

const STEP = 1_000_000;
/** Launches in one insert. */
const FEW_LAUNCHES = 1_000;
const BATCHES = 5;
const LARGEST_BATCH = 100_000;
const COMMITS = 30;
const PLEDGES_PER_COMMIT = 100;
/** No launch of the index has this id, and no question names it. */
const ASIDE = 1_000_000_000n;

/** Grows an index by versions `from` to `to - 1` with their launches, up to a checkpoint. */
export async function grow(olap: Olap, index: IndexBuilder, from: number, to: number): Promise<void> {
  const parameters = { revision: index.revision + 1n };
  for (let at = from; at < to; at += STEP) {
    const count = Math.min(STEP, to - at);
    await olap.writer.command({ sql: FILL_SQL, parameters: { ...parameters, from: at, count } });
  }
  for (let launch = launchesOf(from); launch < launchesOf(to); launch += 1) {
    index.launch({
      launchId: BigInt(launch),
      slot: slotOf(launch * PLEDGES_PER_LAUNCH) + 1n,
      // Every other one is settled, so that its answer has sums over all of its pledges.
      status: launch % 2 === 0 ? 1 : 3,
      tokenAllocation: 1_000_000_000n,
      totalPledged: 5_000_000_000_000n,
      pledgerCount: PLEDGES_PER_LAUNCH,
    });
    if (launch % FEW_LAUNCHES === 0) await index.writeWithoutCheckpoint();
  }
  const slot = slotOf(to);
  index.slot(slot, 1_790_000_000n).coverage('streamed', 1n, slot);
  await index.checkpoint({ slot, slotTime: 1_790_000_000n });
}

/** Rows per second of large batches into an index of this size, as the writer sends them. */
export async function ingest(olap: Olap, versions: number): Promise<number> {
  const rows = Math.min(LARGEST_BATCH, Math.max(1_000, versions / 10 / BATCHES));
  let ms = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const block = pledges(rows, 1n);
    const startedAt = performance.now();
    await olap.writer.insert('pledge_versions', block);
    ms += performance.now() - startedAt;
  }
  return (rows * BATCHES) / (ms / 1_000);
}

/** Milliseconds until a slot with a hundred pledges is durable, checkpoint included: the median of several. */
export async function commit(olap: Olap, index: IndexBuilder, versions: number): Promise<number> {
  const times: number[] = [];
  for (let nth = 1n; nth <= COMMITS; nth += 1n) {
    const slot = slotOf(versions) + nth;
    const block = pledges(PLEDGES_PER_COMMIT, slot, index.revision + 1n);
    const startedAt = performance.now();
    await olap.writer.insert('pledge_versions', block);
    await index.slot(slot, 1_790_000_000n).checkpoint({ slot, slotTime: 1_790_000_000n });
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

function pledges(rows: number, slot: bigint, revision = 1n): ColumnBlock {
  const block = new ColumnBlock(PLEDGE_VERSIONS, { capacity: rows });
  const { byName } = PLEDGE_VERSIONS;
  const random = randomFillSync(Buffer.alloc(rows * 128));
  for (let n = 0; n < rows; n += 1) {
    const row = block.addRow();
    block.setI64(byName.launch_id, row, ASIDE);
    block.setBytes(byName.pledger, row, random, n * 128);
    block.setBytes(byName.address, row, random, n * 128 + 32);
    block.setBytes(byName.signature, row, random, n * 128 + 64);
    block.setI64(byName.slot, row, slot);
    block.setI64(byName.revision, row, revision);
    block.setI64(byName.lamports, row, 1n);
  }
  return block;
}
