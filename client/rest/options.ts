import type { CallOptions } from '../http/http.ts';
import type { QueryValues, Whole } from './query-string.ts';

/** Which state of the chain to read. */
export interface SlotOptions {
  /** The state exactly at this slot. @throws SlotNotHeldError where the index does not hold it */
  readonly asOfSlot?: Whole | undefined;
  /** No state before this slot: waits shortly for the index to reach it. @throws SlotNotReachedError */
  readonly minSlot?: Whole | undefined;
  /** Rather fail than read an index that is further behind the chain than that. @throws UnavailableError */
  readonly maxLagSlots?: Whole | undefined;
}

export type ReadOptions = SlotOptions & CallOptions;

export interface PageOptions extends ReadOptions {
  /** Rows on a page, 1 to 200. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before; carries the slot of the first page. */
  readonly cursor?: string | undefined;
}

/** Of the listings of an account, whose rows are newest first. */
export interface RowListOptions extends CallOptions {
  /** Rows of the answer, 1 to 200. */
  readonly limit?: number | undefined;
  /** Id of the last row of the page before. */
  readonly before?: string | number | undefined;
}

/** What goes into the query of a request, apart from how it is made. */
export function splitOptions<Options extends CallOptions>(
  options: Options,
): readonly [query: QueryValues, call: CallOptions] {
  const { signal, timeoutMs, retries, ...query } = options;
  return [query as QueryValues, { signal, timeoutMs, retries }];
}
