import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { backoffDelay } from '../../core/kernel/retries.ts';
import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { RpcClient } from '../source/rpc/client.ts';

export interface HeadWatchOptions {
  readonly rpc: Pick<RpcClient, 'getSlot'>;
  readonly commitment: Commitment;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Called for every slot that the node names, newer or not. */
  readonly heard: (slot: bigint) => void;
}

const EVERY_MS = 4_000;
const BACKOFF = { initialMs: EVERY_MS, maximumMs: 60_000 };

/**
 * Asks a node every few seconds how far the chain is, independently of the stream, so that the reported lag stays
 * correct while the stream is frozen or down. One request at a time; an unresponsive node is asked less often.
 * Resolves when the signal aborts. @throws errors that retrying cannot fix
 */
export async function watchHead(options: HeadWatchOptions): Promise<void> {
  const { rpc, commitment, clock, logger, signal, heard } = options;
  for (let failures = 0; ; ) {
    try {
      heard(await rpc.getSlot({ commitment, signal }));
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof LaunchlensError)) throw error;
      failures += 1;
      logger.debug({ code: error.code, detail: error.message, failures }, 'the head of the chain is unknown');
    }
    try {
      await clock.sleep(failures === 0 ? EVERY_MS : backoffDelay(failures, BACKOFF), signal);
    } catch {
      return;
    }
  }
}
