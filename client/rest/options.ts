import type { CallOptions } from '../http/http.ts';
import type { QueryValues, Whole } from './query-string.ts';

/** Which state of the chain to read. */
export interface SlotOptions {
  /** The state exactly at this slot. @throws SlotNotHeldError if the index does not have it */
  readonly asOfSlot?: Whole | undefined;
  /** No older state: waits briefly for the index to reach this slot. @throws SlotNotReachedError */
  readonly minSlot?: Whole | undefined;
  /** Fails if the index is further behind the chain. @throws UnavailableError */
  readonly maxLagSlots?: Whole | undefined;
}

export type ReadOptions = SlotOptions & CallOptions;

export interface PageOptions extends ReadOptions {
  /** Rows per page, 1 to 200. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; carries the slot of the first page. */
  readonly cursor?: string | undefined;
}

/** For listings of an account, newest first. */
export interface RowListOptions extends CallOptions {
  /** Rows of the answer, 1 to 200. */
  readonly limit?: number | undefined;
  /** Id of the last row of the previous page. */
  readonly before?: string | number | undefined;
}

/** The query parameters of a request, as opposed to call options. */
export function splitOptions<Options extends CallOptions>(
  options: Options,
): readonly [query: QueryValues, call: CallOptions] {
  const { signal, timeoutMs, retries, ...query } = options;
  return [query as QueryValues, { signal, timeoutMs, retries }];
}
