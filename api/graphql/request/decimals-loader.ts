import DataLoader from 'dataloader';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { MirrorContext } from '../../actions/context.ts';
import { mintDecimals } from '../../read/records/mint-decimals.ts';
import { loadGrouped } from './load-grouped.ts';

export interface MintKey {
  readonly mint: Pubkey;
  readonly slot: bigint;
}

/** Decimals of a mint; null if unknown at that slot. */
export type DecimalsLoader = DataLoader<MintKey, number | null, string>;

/** Loads all decimals of a request in one query per slot. */
export function decimalsLoader({ mirror }: MirrorContext): DecimalsLoader {
  return new DataLoader<MintKey, number | null, string>(
    (keys) =>
      loadGrouped(
        keys,
        ({ slot }) => `${slot}`,
        async (group) => {
          const mints = group.map(({ mint }) => mint);
          const { facts } = await mirror.askRecords(group[0].slot, ({ ask }) => mintDecimals(ask, mints));
          return ({ mint }) => facts.get(mint) ?? null;
        },
      ),
    { cacheKeyFn: ({ mint, slot }) => `${slot} ${mint}` },
  );
}
