import { z } from 'zod';
import type { ProcessIdentity } from '../../kernel/process-identity.ts';
import { flagColumn, type OlapLane, smallColumn, timestampColumn, unsignedColumn } from '../port.ts';

/** How long a lease lasts and how it is kept, in milliseconds. */
export interface LeaseTimes {
  /** A claim that was not renewed for this long has expired for everyone. */
  readonly ttlMs: number;
  /** A holder stops this much earlier, so that its running statement ends before another begins. */
  readonly marginMs: number;
  readonly renewMs: number;
  /** Time between two checks of another process's claim. */
  readonly pollMs: number;
}

export const LEASE_TIMES: LeaseTimes = { ttlMs: 20_000, marginMs: 5_000, renewMs: 4_000, pollMs: 500 };

/** A process that wants, holds or has released one lease. */
export interface Claim extends ProcessIdentity {
  readonly id: string;
  readonly step: bigint;
  readonly state: 'wanted' | 'held' | 'released';
  /** Increases with every holder of a lease. */
  readonly epoch: bigint;
  /** Milliseconds since the Unix epoch at which the claim was created. */
  readonly since: number;
  /** Neither released nor expired by the store's clock. */
  readonly standing: boolean;
}

const claimRow = z
  .object({
    id: z.string(),
    step: unsignedColumn,
    state: z.enum(['wanted', 'held', 'released']),
    epoch: unsignedColumn,
    host: z.string(),
    machine: z.string(),
    pid: smallColumn,
    started: z.string(),
    command: z.string(),
    since: timestampColumn,
    standing: flagColumn,
  })
  .transform((claim): Claim => claim);

/** Times are written and read by the store's clock, so the processes' clocks do not matter. */
const SELECT = `SELECT latest.claim AS id, latest.step AS step, toString(latest.state) AS state,
    latest.epoch AS epoch, latest.host AS host, latest.machine AS machine, latest.pid AS pid,
    latest.started AS started, latest.command AS command, latest.since AS since,
    latest.state != 'released' AND latest.expires_at > now64(3, 'UTC') AS standing
  FROM (SELECT * FROM leases WHERE name = {name:String} ORDER BY claim, step DESC LIMIT 1 BY claim) AS latest
  WHERE standing OR epoch = (SELECT max(epoch) FROM leases WHERE name = {name:String})
  ORDER BY epoch DESC`;

const INSERT = `INSERT INTO leases (name, claim, step, state, epoch, host, machine, pid, started, command, since,
    renewed_at, expires_at)
  SELECT {name:String}, {id:String}, {step:UInt64}, {state:String}, {epoch:UInt64}, {host:String}, {machine:String},
    {pid:UInt32}, {started:String}, {command:String}, fromUnixTimestamp64Milli({since:Int64}, 'UTC'),
    now64(3, 'UTC'), now64(3, 'UTC') + toIntervalMillisecond({ttl_ms:UInt32})`;

/** The claims of one lease, as rows of `leases`. Every later read sees what was written. */
export class Claims {
  readonly #lane: OlapLane;
  readonly name: string;
  readonly #ttlMs: number;

  constructor(lane: OlapLane, { name, ttlMs }: { name: string; ttlMs: number }) {
    this.#lane = lane;
    this.name = name;
    this.#ttlMs = ttlMs;
  }

  /** The newest step of each active claim, and of the one with the greatest epoch, which comes first. */
  read(signal?: AbortSignal): Promise<Claim[]> {
    const statement = { sql: SELECT, parameters: { name: this.name }, ...(signal && { signal }) };
    return this.#lane.query(statement, claimRow);
  }

  write({ standing: _, ...claim }: Claim, signal?: AbortSignal): Promise<void> {
    const parameters = { ...claim, name: this.name, ttl_ms: this.#ttlMs };
    return this.#lane.command({ sql: INSERT, parameters, ...(signal && { signal }) });
  }
}
