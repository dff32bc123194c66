import type { OlapLane } from '../olap/port.ts';
import { faultyPayments, type PaymentFault } from '../rules/reward-payments.ts';
import type { RewardEvent } from '../rules/rewards.ts';
import { paidRecordEvents } from './stored.ts';

/** A reported payment that does not change any figure. */
export interface Contradiction {
  readonly recordId: bigint;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly txSignature: string;
  readonly fault: PaymentFault;
}

export interface ContradictionsQuestion {
  readonly revision: bigint;
  readonly signal: AbortSignal;
}

/** Every payment that contradicts the rest of its record, ordered by record. Keeps one record in memory at a time. */
export async function* contradictions(
  lane: OlapLane,
  question: ContradictionsQuestion,
): AsyncGenerator<Contradiction> {
  let record: RewardEvent[] = [];
  for await (const events of paidRecordEvents(lane, question)) {
    for (const event of events) {
      if (record[0] && record[0].recordId !== event.recordId) {
        yield* contradictionsOf(record);
        record = [];
      }
      record.push(event);
    }
  }
  yield* contradictionsOf(record);
}

function contradictionsOf(events: readonly RewardEvent[]): Contradiction[] {
  return faultyPayments(events).map(({ payment: { recordId, at, txSignature }, fault }) => ({
    recordId,
    at,
    txSignature,
    fault,
  }));
}
