import { type ApiOptions, type RunningApi, startApi } from '../../api/main.ts';
import { type IndexerOptions, type RunningIndexer, startIndexer } from '../../indexer/main.ts';
import { repairingOf } from '../../indexer/metrics.ts';

export interface Together {
  readonly api: RunningApi;
  readonly indexer: RunningIndexer;
}

/**
 * An API and an indexer in one process: the API answers from each slot before its rows are in the store, and has them
 * written first whenever an answer needs the store.
 */
export async function startTogether(api: ApiOptions, indexer: IndexerOptions): Promise<Together> {
  let started: RunningIndexer | undefined;
  const running = await startApi({
    ...api,
    repairing: () => started && repairingOf(started),
    settle: async () => started?.settle(),
  });
  started = await startIndexer({
    ...indexer,
    reader: { alone: indexer.olap.kind === 'embedded', onTaken: running.push, onStuck: running.nudge },
    onAudit: running.nudge,
    onCheckpoint: (checkpoint) => {
      running.nudge(checkpoint);
      indexer.onCheckpoint?.(checkpoint);
    },
  });
  return { api: running, indexer: started };
}
