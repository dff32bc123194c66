import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLatestStore, type LatestStore, type LatestStoreOptions } from './store.ts';

/** In an API that answers for no launches: it holds nothing, and says why. */
export function absentStore(options: LatestStoreOptions): LatestStore {
  return {
    ...createLatestStore(options),
    snapshot: () => {
      throw new LaunchlensError('PACK_NOT_CONFIGURED', {});
    },
    run: async () => undefined,
  };
}
