import DataLoader from 'dataloader';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { LaunchDetailAnswer } from '../../../schemas/rest/answers.ts';
import type { Answered, MirrorContext } from '../../actions/context.ts';
import { launchDetails } from '../../actions/launch-detail.ts';
import { loadGrouped } from './load-grouped.ts';

export interface DetailKey {
  readonly launchId: bigint;
  readonly slot: bigint;
  readonly wallet?: Pubkey;
}

/** The detail of a launch; undefined if no LaunchConfig exists. */
type Detail = Answered<LaunchDetailAnswer> | undefined;
export type DetailLoader = DataLoader<DetailKey, Detail, string>;

/** Loads all details of a request in one query per slot and wallet, each once. */
export function detailLoader(context: MirrorContext): DetailLoader {
  const groupOf = ({ slot, wallet }: DetailKey): string => `${slot} ${wallet ?? ''}`;
  return new DataLoader<DetailKey, Detail, string>(
    (keys) =>
      loadGrouped(keys, groupOf, async (group) => {
        const [{ slot: asOfSlot, wallet }] = group;
        const launchIds = group.map(({ launchId }) => launchId);
        const details = await launchDetails(context, { launchIds, wallet, asOfSlot });
        return ({ launchId }): Detail => details.get(launchId);
      }),
    { cacheKeyFn: (key) => `${groupOf(key)} ${key.launchId}` },
  );
}
