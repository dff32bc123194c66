import { AT_ONCE, type Worked } from '../../core/kernel/retries.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { unlessQuiet } from '../../core/oltp/quiet.ts';
import type { LeaseOptions } from '../state/strategies/leases.ts';

interface Leases<Lease> extends Pick<Oltp, 'writes'> {
  due(now: number): Promise<number>;
  nextAt(): Promise<number>;
  take(options: LeaseOptions): Promise<readonly Lease[]>;
}

/** What is due of a worker: where it is leased from, and which of it this process takes at once. */
export interface DueWork<Lease> extends Omit<LeaseOptions, 'now'> {
  readonly leases: Leases<Lease>;
  readonly stats: { due: number | undefined };
}

/**
 * Serves what is due, all of it at once. What could not be recorded blocks nothing else: its lease expires, and any process
 * may take it.
 */
export function servingDue<Lease>(
  { leases, stats, leaseMs, most }: DueWork<Lease>,
  serve: (lease: Lease) => Promise<void>,
): (now: number) => Promise<Worked> {
  const look = async (now: number): Promise<Worked> => {
    stats.due = await leases.due(now);
    const taken = await leases.take({ now, leaseMs, most });
    const served = await Promise.allSettled(taken.map(serve));
    for (const each of served) if (each.status === 'rejected') throw each.reason;
    return taken.length === most ? AT_ONCE : undefined;
  };
  const quietly = unlessQuiet(leases, leases.nextAt);
  return (now) => quietly(now, () => look(now));
}
