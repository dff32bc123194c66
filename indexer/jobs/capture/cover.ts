import type { Clock } from '../../../core/kernel/clock.ts';
import { appendRow } from '../../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { joined, type SlotRange, without } from '../../../core/rules/slot-ranges.ts';
import type { Checkpoint } from '../../model/checkpoint.ts';
import { COVERAGE, COVERAGE_STATE, FLOW_COVERAGE } from '../../model/tables.ts';
import { readFlowsHeld, readHeld } from './held-ranges.ts';

export interface CoverOptions {
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  readonly checkpoint: Checkpoint;
  /** Ranges whose rows are all durable. */
  readonly filled: readonly SlotRange[];
  /** Ranges whose movements are all durable. */
  readonly flows: readonly SlotRange[];
  readonly cause: string;
  readonly clock: Clock;
}

const SOURCE = 'capture';

/**
 * Makes filled ranges answerable, with one insert per ledger, once everything in them is durable. Slots between a
 * range below the index's first slot and that slot become lost.
 */
export async function coverRanges(options: CoverOptions): Promise<void> {
  const { olap, checkpoint, filled, flows, clock } = options;
  const at = BigInt(clock.now());
  const { held, lost } = await readHeld(olap.scanner, checkpoint);
  const repaired = joined(filled).flatMap((range) => without(range, held));
  const [lowest] = joined([...repaired, ...held]);
  const unnamed = lowest
    ? without({ from: lowest.from, to: checkpoint.slot }, [...held, ...repaired, ...lost])
    : [];
  const coverage = new ColumnBlock(COVERAGE, { capacity: 8 });
  // A loss is written before what restores it: rows of one revision count in this order.
  for (const range of unnamed) appendRow(coverage, row(range, 'lost', options, at));
  for (const range of repaired) appendRow(coverage, row(range, 'repaired', options, at));
  await olap.writer.insert('coverage', coverage);

  const known = await readFlowsHeld(olap.scanner, checkpoint);
  const moved = new ColumnBlock(FLOW_COVERAGE, { capacity: 8 });
  for (const { from, to } of joined(flows).flatMap((range) => without(range, known))) {
    const { revision } = checkpoint;
    appendRow(moved, { from_slot: from, to_slot: to, source: SOURCE, revision, at });
  }
  await olap.writer.insert('flow_coverage', moved);
}

function row(
  { from, to }: SlotRange,
  state: 'lost' | 'repaired',
  { checkpoint: { revision }, cause }: CoverOptions,
  at: bigint,
) {
  return {
    from_slot: from,
    to_slot: to,
    state: COVERAGE_STATE[state],
    source: SOURCE,
    cause: state === 'lost' ? 'never indexed' : cause,
    revision,
    at,
  };
}
