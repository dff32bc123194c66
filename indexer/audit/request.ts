import type { Clock } from '../../core/kernel/clock.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import type { ChainReaderOptions } from './chain-reader.ts';
import type { PaymentLookup } from './paid-facts.ts';
import type { AuditedChain, AuditedIndex, Mender } from './ports.ts';

export interface AuditorOptions extends Pick<ChainReaderOptions, 'slices' | 'onSlices'> {
  readonly chain: AuditedChain;
  readonly index: AuditedIndex;
  /** Where verdicts are written. */
  readonly ledger: OlapLane;
  readonly clock: Clock;
  /** Asks a node for reward payments that are not in the index. */
  readonly lookup?: PaymentLookup | undefined;
  /** Longest wait for the index to cover the slot that was read. */
  readonly coverMs?: number;
}

export interface AuditRequest {
  /** By default the whole index. */
  readonly launchId?: bigint | undefined;
  /** Writes the chain's state to the index where they differ; by default nothing is repaired. */
  readonly mender?: Mender | undefined;
  readonly onStep?: ((step: AuditStep) => void) | undefined;
  readonly signal: AbortSignal;
}

/** The progress of an audit, for people who wait for it. */
export interface AuditStep {
  readonly step: 'reading' | 'waiting' | 'comparing' | 'confirming' | 'repairing';
  readonly slot: bigint | undefined;
  /** While the program is read in slices: the requests so far, of how many. */
  readonly requests?: { readonly done: number; readonly of: number } | undefined;
}
