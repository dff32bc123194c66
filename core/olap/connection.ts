import type { ColumnBlock } from './native/column-block.ts';
import type { Fence, FileTarget, Statement } from './port.ts';
import type { EncodedRows } from './row-binary.ts';

/** A running statement: `answer` may reject early on an abort, `ended` resolves when its connection is free. */
export interface Running<Value> {
  readonly answer: Promise<Value>;
  readonly ended: Promise<void>;
}

/** What a backing provides to its lanes: something that runs one statement at a time. Rows are lines of JSON. */
export interface Connection {
  query(statement: Statement): Running<readonly string[]>;
  command(statement: Statement): Running<void>;
  insert(table: string, rows: ColumnBlock | EncodedRows, signal?: AbortSignal, fence?: Fence): Promise<void>;
  /** Reads an answer in the form that the consumer asks for. */
  chunks(statement: Statement): AsyncGenerator<readonly string[], void, void>;
  toFile(statement: Statement, path: string): Running<void>;
  fromFile(path: string, into: FileTarget): Running<void>;
  close(): Promise<void>;
}

/** The non-empty lines of an answer. */
export function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
