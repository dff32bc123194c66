import { randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import type { Clock } from '../kernel/clock.ts';
import { LaunchlensError } from '../kernel/errors/error.ts';
import type { Logger } from '../kernel/logger.ts';
import { type ProcessIdentity, thisProcess } from '../kernel/process-identity.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { acquire } from './leases/acquire.ts';
import { type Claim, Claims, LEASE_TIMES, type LeaseTimes } from './leases/claim.ts';
import { Heartbeat } from './leases/heartbeat.ts';
import type { Fence, Olap, OlapLane, Statement } from './port.ts';

/** The lease for writing checkpoints; a backfill next to it takes `backfill:<job id>`. */
export const INDEXER_LEASE = 'indexer';

export interface LeaseOptions {
  readonly olap: Olap;
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends a wait, and releases the lease when everything that was opened later has closed. */
  readonly shutdown: Pick<Shutdown, 'signal' | 'onClose'>;
  /** Who holds it, for display; defaults to the command of this process. */
  readonly command?: string | undefined;
  /** Wait while another process holds it. By default, a running holder is a refusal. */
  readonly wait?: boolean;
  /** Called with each other holder for which it waits. */
  readonly onWait?: ((holder: ProcessIdentity) => void) | undefined;
  readonly times?: LeaseTimes;
  /** Monotonic milliseconds that also advance while the machine sleeps. */
  readonly elapsed?: () => number;
}

/** The right to write, until `lost` aborts. */
export interface Lease {
  /** Aborts with LEASE_LOST once another process has taken the lease. */
  readonly lost: AbortSignal;
  /** @throws LEASE_LOST, LEASE_LAPSED */
  requireHeld(): void;
  /**
   * The same lane for writing under the lease. A statement waits while the lease cannot be renewed, is cancelled
   * with LEASE_LAPSED if the lease lapses while it runs, and is refused permanently with LEASE_LOST.
   */
  guard(lane: OlapLane): OlapLane;
  release(): Promise<void>;
}

/**
 * Acquires a lease on the store: at any moment at most one process holds one name. It is renewed until it is
 * released, and survives an unresponsive store as long as nobody else takes it. A holder that died on this
 * machine is replaced immediately, a silent one elsewhere when its lease expires. The tables must exist (see
 * `migrate`).
 * @throws STORE_HELD
 */
export async function holdLease(options: LeaseOptions): Promise<Lease> {
  const lease = options.olap.kind === 'embedded' ? holdInProcess(options) : await holdOnServer(options);
  options.shutdown.onClose(`the lease ${options.name}`, () => lease.release());
  return lease;
}

async function holdOnServer(options: LeaseOptions): Promise<Lease> {
  const { olap, name, clock, logger, shutdown, wait = false, onWait, times = LEASE_TIMES } = options;
  const claims = new Claims(olap.control, { name, ttlMs: times.ttlMs });
  const what = describeName(name);
  const common = { claims, what, times, clock, logger, elapsed: options.elapsed ?? sinceBoot };
  const acquired = await acquire(newClaim(options), { ...common, wait, onWait, signal: shutdown.signal });
  const heartbeat = new Heartbeat(acquired, common);
  return {
    lost: heartbeat.lost,
    requireHeld: () => heartbeat.requireHeld(),
    guard: (lane) => guarded(lane, heartbeat),
    release: () => heartbeat.release(),
  };
}

function newClaim({ clock, command }: LeaseOptions): Claim {
  const identity = thisProcess();
  return {
    ...identity,
    command: command ?? identity.command,
    id: randomUUID(),
    step: 0n,
    state: 'wanted',
    epoch: 0n,
    since: clock.now(),
    standing: false,
  };
}

/** Names held on an embedded store, and since when: its engine keeps other processes out, so only this process counts. */
class HeldHere extends Map<string, number> {}

function holdInProcess({ olap, name, clock, command }: LeaseOptions): Lease {
  const held = olap.shared.one(HeldHere);
  const since = held.get(name);
  if (since !== undefined) {
    const { pid, host, command: own } = thisProcess();
    const context = { what: describeName(name), command: command ?? own, pid, host };
    throw new LaunchlensError('STORE_HELD', { ...context, since: new Date(since).toISOString() });
  }
  held.set(name, clock.now());
  let released = false;
  return {
    lost: new AbortController().signal,
    requireHeld: () => undefined,
    guard: (lane) => lane,
    release: async () => {
      if (!released) held.delete(name);
      released = true;
    },
  };
}

function describeName(name: string): string {
  return name === INDEXER_LEASE ? 'index' : name;
}

function guarded(lane: OlapLane, heartbeat: Heartbeat): OlapLane {
  const until = async (signal: AbortSignal | undefined): Promise<AbortSignal> => {
    const lapse = await heartbeat.held(signal);
    return AbortSignal.any([...(signal ? [signal] : []), lapse, heartbeat.lost]);
  };
  return {
    query: (statement, row) => lane.query(statement, row),
    stream: (statement, row) => lane.stream(statement, row),
    // The process may be suspended between the check and sending, so the store checks again.
    command: async (statement) => {
      const signal = await until(statement.signal);
      await lane.command({ ...fencedDeletion(statement, heartbeat.fence), signal });
    },
    insert: async (table, block, signal, fence) =>
      lane.insert(table, block, await until(signal), fence ?? heartbeat.fence),
  };
}

/** A late deletion would remove rows of the next holder; other commands repeat what is there. */
function fencedDeletion(statement: Statement, fence: Fence): Statement {
  const [, deletion, condition] = /^(DELETE FROM \w+\s+WHERE )([\s\S]+)$/.exec(statement.sql) ?? [];
  if (deletion === undefined) return statement;
  return {
    ...statement,
    sql: `${deletion}(${condition}) AND ${fence.sql}`,
    parameters: { ...statement.parameters, ...fence.parameters },
  };
}

/** Advances while the machine is suspended; a process's monotonic clock does not. */
function sinceBoot(): number {
  return Math.round(uptime() * 1_000);
}
