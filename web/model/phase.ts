import type { Phase } from '../../schemas/launch-statuses.ts';
import { relative } from './times.ts';

interface PhaseWords {
  readonly label: string;
  readonly tone: 'plain' | 'good' | 'info' | 'warn' | 'bad';
  /** What it means for pledgers. */
  readonly meaning: string;
}

export const PHASES: Readonly<Record<Phase, PhaseWords>> = {
  not_created: { label: 'No launch', tone: 'plain', meaning: 'No launch exists.' },
  pending: { label: 'Pending', tone: 'info', meaning: 'Created, and not open for pledges yet.' },
  active: { label: 'Active', tone: 'good', meaning: 'Open for pledges.' },
  succeeded: {
    label: 'Succeeded',
    tone: 'good',
    meaning: 'The minimum was reached. Pledgers receive their share as it unlocks.',
  },
  failed: { label: 'Failed', tone: 'bad', meaning: 'The minimum was missed. Every pledge can be refunded.' },
  finalized: {
    label: 'Finalized',
    tone: 'plain',
    meaning: 'The raise was collected. Pledgers receive their share as it unlocks.',
  },
};

export interface PhaseTimes {
  readonly phase: Phase;
  /** Unix seconds. */
  readonly startTs: bigint;
  readonly endTs: bigint;
}

/** The time left, by the slot's time in Unix seconds. Empty if unknown. */
export function timeLeft({ phase, startTs, endTs }: PhaseTimes, now: bigint | undefined): string | undefined {
  if (now === undefined) return undefined;
  switch (phase) {
    case 'pending':
      return startTs > now
        ? `Opens ${relative(startTs, now)}`
        : `Should have opened ${relative(startTs, now)}; its authority has not opened it`;
    case 'active':
      if (startTs > now) return `Takes pledges ${relative(startTs, now)}`;
      return endTs > now
        ? `Closes ${relative(endTs, now)}`
        : `Closed ${relative(endTs, now)}, waiting to be settled`;
    case 'succeeded':
    case 'failed':
    case 'finalized':
      return endTs > now ? undefined : `Pledging closed ${relative(endTs, now)}`;
    default:
      return undefined;
  }
}
