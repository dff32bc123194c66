import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { settingsSchema } from '../../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import { openRpcLimit } from '../../../core/rpc/rate-limit.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { type FinishedCapture, type RunningCapture, startCapture } from '../../../indexer/capture/record.ts';
import type { LiveChain } from '../chain/live-chain.ts';
import { waitFor } from '../wait-for.ts';

/** A recording of the local chain in this process. */
export interface LiveCapture {
  readonly recorded: RunningCapture['recorded'];
  /** Plays the chain on to `until`, never far ahead of the recording, and waits until all of it is recorded. */
  play(until: number): Promise<void>;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<FinishedCapture>;
}

const LEAD_SLOTS = 60n;
const STEP_SLOTS = 5;

export async function startLiveCapture(live: LiveChain, file: string): Promise<LiveCapture> {
  const shutdown = createShutdown();
  const settings = settingsSchema.parse({
    YELLOWSTONE_ENDPOINT: live.grpcUrl,
    SOLANA_RPC_URL: live.rpcUrl,
    ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
  });
  const logger = createLogger('silent');
  const capture = await startCapture({
    ...{ settings, shutdown, logger, clock: systemClock, rpcLimit: openRpcLimit(settings), file, limits: {} },
  });
  const { recorded } = capture;
  let failure: unknown;
  capture.done.catch((error: unknown) => {
    failure = error;
  });
  const reaches = (slot: bigint): Promise<true> =>
    waitFor(
      () => {
        if (failure !== undefined) throw failure;
        return (recorded.slot ?? -1n) >= slot;
      },
      { what: `the recording to reach slot ${slot}` },
    );
  return {
    recorded,
    play: async (until) => {
      const { chain } = live;
      if (recorded.slot === undefined) {
        live.run(10);
        await reaches(0n);
        await live.halt();
      }
      while (chain.currentSlot < BigInt(until)) {
        chain.advance(STEP_SLOTS);
        await reaches(chain.heads.confirmed - LEAD_SLOTS);
      }
      await reaches(chain.heads.confirmed);
    },
    stop: async () => {
      await shutdown.run('the test is over');
      return capture.done;
    },
  };
}
