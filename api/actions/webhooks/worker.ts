import { AT_ONCE, repeat, type Worked } from '../../../core/kernel/retries.ts';
import { unlessQuiet } from '../../../core/oltp/quiet.ts';
import { type DeliveryContext, LEASE_MS, serve } from './deliver.ts';

const MOST_RUNNING = 4;
const MOST_IN_A_LEASE = 50;
const EVERY_MS = 1_000;
const LOOK_EVERY_MS = 15_000;
const FORGET_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const BACKOFF = { initialMs: 1_000, maximumMs: 30_000 };

export interface WorkerOptions {
  readonly context: DeliveryContext;
  /** For how many days ended deliveries are kept. */
  readonly keptDays: { readonly delivered: number; readonly dead: number };
  readonly everyMs?: number;
  readonly signal: AbortSignal;
}

/** Sends due deliveries until the signal aborts, to several webhooks at a time and to each from one process only. */
export async function runDeliveries(options: WorkerOptions): Promise<void> {
  const { context, signal, everyMs = EVERY_MS } = options;
  const { clock, stats, logger } = context;
  const running = new Set<Promise<void>>();
  const upkeep = createUpkeep(options);
  const quietly = unlessQuiet(context.leases, context.leases.nextAt);
  const work = async (): Promise<Worked> => {
    await upkeep();
    if (running.size < MOST_RUNNING) {
      return (await quietly(clock.now(), () => start(context, running, signal))) ? AT_ONCE : undefined;
    }
    await Promise.race(running);
    return undefined;
  };
  await repeat(work, {
    ...{ clock, logger, signal, everyMs, backoff: BACKOFF },
    saying: 'delivering failed and is tried again',
    onFailure: () => {
      stats.failures += 1;
    },
  });
  await Promise.all(running);
}

/** Takes a lease and starts serving it; false if nothing is due. */
async function start(
  context: DeliveryContext,
  running: Set<Promise<void>>,
  signal: AbortSignal,
): Promise<boolean> {
  const { leases, clock, stats, logger } = context;
  const lease = await leases.take({ now: clock.now(), leaseMs: LEASE_MS, most: MOST_IN_A_LEASE });
  if (lease === undefined) return false;
  const served: Promise<void> = serve(context, lease, signal)
    .catch((error: unknown) => {
      if (signal.aborted) return;
      // Its lease expires, and any process may take it.
      stats.failures += 1;
      logger.warn({ err: error, webhook: lease.webhookId }, 'a webhook could not be served');
    })
    .finally(() => running.delete(served));
  running.add(served);
  return true;
}

/** Counts pending deliveries and deletes old ones, each at its own interval. */
function createUpkeep({ context, keptDays }: WorkerOptions): () => Promise<void> {
  const { leases, clock, stats } = context;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let forgotAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now - lookedAt >= LOOK_EVERY_MS) {
      Object.assign(stats, await leases.waiting(now));
      lookedAt = now;
    }
    if (now - forgotAt >= FORGET_EVERY_MS) {
      await leases.forgetUnsendable(now);
      for (const status of ['delivered', 'dead'] as const) {
        await leases.forget(status, now - keptDays[status] * DAY_MS);
      }
      forgotAt = now;
    }
  };
}
