import { LookupStats } from './lookup-stats.ts';
import type { SessionEnd } from './next-step.ts';

/** Ends after which the indexer continues. All are counted from 0, so that an alert sees the first one as an increase. */
const CONTINUING = [
  'disconnected',
  'frozen',
  'lagged',
  'out_of_range',
  'replay_unavailable',
  'broken',
  'forked',
  'stranded',
  'discovered',
  'refused',
] as const satisfies readonly SessionEnd['kind'][];

export type PipelineState = 'starting' | 'snapshot' | 'live' | 'reconnecting';

/** Live counters of one indexer, for the status line, logs and metrics. Written only by the pipeline. */
export interface PipelineStats {
  state: PipelineState;
  lastIndexedSlot: bigint | undefined;
  chainSlot: bigint | undefined;
  launches: number;
  accountUpdates: number;
  pledgeVersions: number;
  quarantined: number;
  lateWrites: number;
  /** Accounts that ceased to exist. */
  closures: number;
  /** Of accounts that ended, to find out what they were. */
  readonly lookups: LookupStats;
  reconnects: number;
  /** Streams that ended while the indexer continued, by reason. */
  readonly streamEnds: Map<SessionEnd['kind'], number>;
  snapshots: number;
  /** Snapshots that had to leave slots out. */
  gaps: number;
  /** Rollbacks of a dead fork. */
  rollbacks: number;
  /** Why the last stream ended, for display. */
  lastEnd: string | undefined;
  /** Milliseconds at which the newest checkpoint was written; undefined when this run has written none. */
  checkpointAt: number | undefined;
}

export function createStats(): PipelineStats {
  return {
    state: 'starting',
    lastIndexedSlot: undefined,
    chainSlot: undefined,
    launches: 0,
    accountUpdates: 0,
    pledgeVersions: 0,
    quarantined: 0,
    lateWrites: 0,
    closures: 0,
    lookups: new LookupStats(),
    reconnects: 0,
    streamEnds: new Map(CONTINUING.map((kind) => [kind, 0])),
    snapshots: 0,
    gaps: 0,
    rollbacks: 0,
    lastEnd: undefined,
    checkpointAt: undefined,
  };
}

export function countEnd({ streamEnds }: PipelineStats, { kind }: SessionEnd): void {
  streamEnds.set(kind, (streamEnds.get(kind) ?? 0) + 1);
}

/** A new stream or a lagging node may name a slot that is not the newest. */
export function noteHead(stats: PipelineStats, slot: bigint): void {
  if (stats.chainSlot === undefined || slot > stats.chainSlot) stats.chainSlot = slot;
}
