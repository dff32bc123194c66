import { type RpcLimit, rpcLimit } from '../../core/rpc/rate-limit.ts';
import type { AuditedIndex } from './ports.ts';
import { readAtOnce } from './read-at-once.ts';
import type { ChainRead, ChainReading, NotAligned } from './reading.ts';
import { requestsOf, type SlicePlan, slicePlanOf } from './slices/plan.ts';
import { readInSlices } from './slices/read.ts';
import { tooLargeReason } from './slices/refusal.ts';

export interface SliceSettings {
  /** Whether the whole program is never asked for at once. */
  readonly always: boolean;
  /** Requests for slices per second; 0 means no limit. */
  readonly perSecond: number;
}

/** The program is read in slices from now on. */
export interface SlicesChosen {
  /** For one state of the program. */
  readonly requests: number;
  readonly perSecond: number;
  /** The node's reason for not returning all accounts at once; undefined if it was not asked to. */
  readonly refusal: string | undefined;
}

export interface ChainReaderOptions {
  readonly index: Pick<AuditedIndex, 'program'>;
  readonly slices?: SliceSettings | undefined;
  /** Called once. */
  readonly onSlices?: ((chosen: SlicesChosen) => void) | undefined;
}

/** Reads the program at once for as long as the node allows it, and then in slices. */
export class ChainReader {
  readonly #options: ChainReaderOptions;
  readonly #plan: SlicePlan | undefined;
  readonly #limit: RpcLimit;
  #inSlices = false;

  constructor(options: ChainReaderOptions) {
    this.#options = options;
    this.#plan = slicePlanOf(options.index);
    this.#limit = rpcLimit(options.slices?.perSecond ?? 0);
  }

  async read(reading: ChainReading): Promise<ChainRead | NotAligned> {
    const plan = this.#plan;
    if (reading.launchId !== undefined || !plan) return readAtOnce(reading);
    if (this.#options.slices?.always) this.#choose(plan);
    if (!this.#inSlices) {
      try {
        return await readAtOnce(reading);
      } catch (error) {
        const refusal = tooLargeReason(error);
        if (refusal === undefined) throw error;
        this.#choose(plan, refusal);
      }
    }
    return readInSlices(reading, { plan, limit: this.#limit });
  }

  #choose(plan: SlicePlan, refusal?: string): void {
    if (this.#inSlices) return;
    this.#inSlices = true;
    const { slices, onSlices } = this.#options;
    onSlices?.({ requests: requestsOf(plan), perSecond: slices?.perSecond ?? 0, refusal });
  }
}
