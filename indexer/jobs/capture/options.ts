import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { OpenedCaptures } from './portions.ts';
import type { SlotRange } from './slot-ranges.ts';

export interface CaptureJobOptions {
  readonly captures: OpenedCaptures;
  /** `writer` is the lane of whoever holds the index, where this process does. */
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  /** This process holds the index: nobody else writes above the checkpoint. */
  readonly extendable: boolean;
  /** The slots that are asked for. */
  readonly wanted: SlotRange;
  readonly clock: Clock;
  readonly logger: Logger;
}
