import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { repeat } from '../../../core/kernel/repeat.ts';
import type { LaunchGateReader } from '../../read/launch-gate.ts';
import type { LaunchGate } from '../../state/launch-gate.ts';
import { gateLegs } from './gate.ts';

/** The number of failed reads of the legs. */
export interface GateStats {
  failures: number;
}

export interface FollowedGate {
  readonly reader: LaunchGateReader;
  /** Follows changes by other processes, until the signal aborts. */
  run(options: {
    readonly clock: Clock;
    readonly logger: Logger;
    readonly signal: AbortSignal;
  }): Promise<void>;
}

const EVERY_MS = 1_000;
const BACKOFF = { initialMs: 1_000, maximumMs: 5_000 };

/**
 * Keeps the legs of the gate in memory: changes by this process immediately, those of others within about a second.
 * While the store cannot be read, the last known legs remain, each with the time it was set.
 */
export async function followGate(launchGate: LaunchGate, stats: GateStats): Promise<FollowedGate> {
  let state = await launchGate.read();
  let changes = 0;
  const stop = launchGate.whenChanged((changed) => {
    changes += 1;
    if (changed.version > state.version) state = changed;
  });
  const look = async (): Promise<undefined> => {
    const before = changes;
    const found = await launchGate.read();
    // A concurrent change of this process may be newer than what was read.
    if (changes === before) state = found;
  };
  const reader: LaunchGateReader = {
    legs: () => gateLegs(state),
    get version() {
      return state.version;
    },
  };
  return {
    reader,
    run: async ({ clock, logger, signal }) => {
      await repeat(look, {
        ...{ clock, logger, signal, everyMs: EVERY_MS, backoff: BACKOFF },
        saying: 'the launch gate could not be read and is shown as it was read last',
        onFailure: () => {
          stats.failures += 1;
        },
      });
      stop();
    },
  };
}
