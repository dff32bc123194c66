import type { GateLeg } from '../../schemas/rest/launch-gate.ts';

/** The off-chain launch gate, as its operator sets it leg by leg. */
export interface LaunchGateReader {
  /** Every leg, in the order in which they were added. */
  legs(): Promise<readonly GateLeg[]> | readonly GateLeg[];
  /** Changes whenever the legs do, so that cached answers are not served after a change. */
  readonly version: number;
}

/** A gate without legs: nothing is pending, so it is open. */
export const NO_GATE: LaunchGateReader = { legs: () => [], version: 0 };
