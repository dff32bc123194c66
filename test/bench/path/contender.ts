import type { Gauge, Measured } from './gauge.ts';

/** `official` is the obvious choice; the others are the product over each of its transports. */
export type Contender = 'official' | 'native' | 'http2';

export interface Course {
  readonly endpoint: string;
  /** An empty directory for the store. */
  readonly directory: string;
  readonly gauge: Gauge;
  /** Asks for the measured part of the stream. */
  readonly go: () => void;
}

export interface Result extends Measured {
  /** What the final table holds; equal for all contenders. */
  readonly digest: string;
}

/** Rows, their sum, and a hash of every column that all contenders keep. Keys and signatures count as base58. */
export function digestSql(table: string, text: (column: string) => string): string {
  const row = ['launch_id', text('pledger'), 'amount', 'tokens_released', 'refunded', 'pledged_ts'];
  const write = [text('address'), 'slot', 'write_version', text('signature')];
  const hash = `groupBitXor(cityHash64(${[...row, ...write].join(', ')}))`;
  return `SELECT concat(toString(count()), ' ', toString(sum(amount)), ' ', toString(${hash})) AS digest
    FROM ${table}`;
}
