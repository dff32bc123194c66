import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { backoffDelay } from '../../core/kernel/retries.ts';
import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { BlockWrites } from '../model/block-writes.ts';
import type { RpcClient } from '../source/rpc/client.ts';

export interface AwaitOptions {
  readonly rpc: Pick<RpcClient, 'host' | 'getSlot'> & {
    readonly ledger: Pick<RpcClient['ledger'], 'getBlockWrites'>;
  };
  readonly commitment: Commitment;
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly logger: Logger;
  /** Whether to ask again for a while when a block is not there. */
  readonly patient: boolean;
}

type BlockReader = (slot: bigint) => Promise<BlockWrites | undefined>;

/** Codes with which a node that restarted, or lags behind another at its address, withholds blocks for a moment. */
const MAYBE_LATER: ReadonlySet<string> = new Set(['-32004', '-32007', '-32009', '-32014']);
/** 15.5 seconds at most, for all blocks of one reader: meanwhile the node's replay window moves on. */
const WAITS = 6;
const BACKOFF = { initialMs: 500, maximumMs: 4_000 };

/**
 * Reads blocks, undefined where the node has none. A patient reader asks again for a while first.
 * @throws RPC_BEHIND if the node has not come that far, and the other errors of RPC
 */
export function awaitedBlocks(options: AwaitOptions): BlockReader {
  const { clock, signal, logger, patient } = options;
  let waited = 0;
  return async (slot) => {
    for (;;) {
      const block = await readBlock(slot, options);
      if (block !== 'not there') return block;
      if (!patient || waited === WAITS) return undefined;
      logger.info({ slot: Number(slot) }, 'the node does not have a block yet, asking again');
      await clock.sleep(backoffDelay(waited, BACKOFF), signal);
      waited += 1;
    }
  };
}

/** Undefined if asking again would not help. */
async function readBlock(
  slot: bigint,
  { rpc, commitment, signal }: AwaitOptions,
): Promise<BlockWrites | 'not there' | undefined> {
  try {
    const block = await rpc.ledger.getBlockWrites(slot, { commitment, signal });
    if (block) return block;
  } catch (error) {
    if (isLaunchlensError(error, 'RPC_BAD_ANSWER')) return undefined;
    if (!isLaunchlensError(error, 'RPC_REFUSED')) throw error;
    if (!MAYBE_LATER.has(error.context.rpcCode)) return undefined;
  }
  if ((await rpc.getSlot({ commitment, signal })) >= slot) return 'not there';
  const detail = `it has no block at slot ${slot}`;
  throw new LaunchlensError('RPC_BEHIND', { host: rpc.host, method: 'getBlock', detail });
}
