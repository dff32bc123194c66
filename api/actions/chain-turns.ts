import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { askingNetwork } from '../access/asking-network.ts';
import { ClientSlots, type SlotBounds } from '../access/client-slots.ts';
import type { LimitMetrics } from '../access/limit-names.ts';
import type { ChainReader } from '../read/chain/reader.ts';

/** Access to the chain that is open to anyone. */
export interface SharedChain extends ChainReader {
  /** Runs work around a read, with a limited concurrency per network. @throws CHAIN_READER_BUSY */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
}

const BOUNDS: SlotBounds = { total: 8, perClient: 2 };

/** Limits public use of a reader: the node has its own limits. */
export function shareChain(reader: ChainReader, metrics: LimitMetrics): SharedChain {
  const slots = new ClientSlots(BOUNDS);
  return {
    ...reader,
    inTurn: async (work) => {
      const client = askingNetwork() ?? '';
      if (slots.refusal(client) !== undefined) {
        metrics.limited('chain_reads');
        throw new LaunchlensError('CHAIN_READER_BUSY', {});
      }
      const giveBack = slots.take(client);
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}
