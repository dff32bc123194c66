import { inSpan, tracer } from '../../core/kernel/tracing.ts';

/** When a slot arrived, in milliseconds since the Unix epoch. */
export interface SlotArrival {
  readonly slot: bigint;
  /** Its first update. */
  readonly receivedAt: number;
  /** It was whole, and all of its updates were decoded. */
  readonly wholeAt: number;
}

/** Writes a batch in a trace that begins with the first update of its first slot and ends with the checkpoint. */
export function inBatchSpan(arrivals: readonly SlotArrival[], write: () => Promise<void>): Promise<void> {
  const [first] = arrivals;
  const startTime = first && { startTime: first.receivedAt };
  return inSpan('index slots', { root: true, ...startTime }, (span) => {
    if (!span.isRecording()) return write();
    for (const { slot, receivedAt, wholeAt } of arrivals) {
      const attributes = { 'launchlens.slot': Number(slot) };
      tracer.startSpan('receive and decode slot', { startTime: receivedAt, attributes }).end(wholeAt);
    }
    return inSpan('write batch', { attributes: { 'launchlens.slots': arrivals.length } }, write);
  });
}
