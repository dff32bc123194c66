import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { askingNetwork } from '../access/asking-network.ts';
import type { SlotBounds } from '../access/client-slots.ts';
import type { LimitMetrics } from '../access/limit-names.ts';
import { sharedSlots } from '../access/shared-slots.ts';
import type { ChainReader } from '../read/chain/reader.ts';

/** Access to the chain that is open to anyone. */
export interface SharedChain extends ChainReader {
  /** Runs work around a read, with a limited concurrency per network. @throws CHAIN_READER_BUSY */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
}

const BOUNDS: SlotBounds = { total: 8, perClient: 2 };

/** Limits public use of a reader: the node has its own limits. */
export function shareChain(reader: ChainReader, metrics: LimitMetrics): SharedChain {
  const refuse = () => new LaunchlensError('CHAIN_READER_BUSY', {});
  const take = sharedSlots({ ...BOUNDS, limit: 'chain_reads', metrics, refuse });
  return {
    ...reader,
    inTurn: async (work) => {
      const giveBack = take(askingNetwork() ?? '');
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}
