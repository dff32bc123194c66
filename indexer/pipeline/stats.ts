export type PipelineState = 'starting' | 'snapshot' | 'live' | 'reconnecting';

/** Live figures of one indexer, for the status line, logs and metrics. Written by the pipeline alone. */
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
  reconnects: number;
  snapshots: number;
  /** Times that slots of a fork that died were taken back. */
  takeBacks: number;
  /** Why the last stream ended, for people. */
  lastEnd: string | undefined;
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
    reconnects: 0,
    snapshots: 0,
    takeBacks: 0,
    lastEnd: undefined,
  };
}
