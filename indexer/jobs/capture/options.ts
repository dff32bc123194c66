import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { OpenedCaptures } from './portions.ts';
import type { SlotRange } from './slot-ranges.ts';

export interface CaptureJobOptions {
  readonly captures: OpenedCaptures;
  /** `writer` is the lane of the process that holds the index, if that is this one. */
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  /** This process holds the index: nobody else writes above the checkpoint. */
  readonly extendable: boolean;
  /** The requested slots. */
  readonly wanted: SlotRange;
  readonly clock: Clock;
  readonly logger: Logger;
}
