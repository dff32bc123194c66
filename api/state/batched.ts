import DataLoader from 'dataloader';

const AT_ONCE = 500;

/**
 * Combines the lookups of one event-loop turn into one statement. Requests of different connections arrive in separate
 * callbacks, which is as far as a DataLoader looks by default.
 */
export function batched<Found>(load: (keys: readonly string[]) => Promise<Found[]>) {
  return new DataLoader<string, Found>(load, {
    cache: false,
    maxBatchSize: AT_ONCE,
    batchScheduleFn: (dispatch) => setImmediate(dispatch),
  });
}
