import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { columnOf } from '../../../core/olap/native/layout.ts';
import type { Olap } from '../../../core/olap/port.ts';

export interface RecordedInsert {
  readonly table: string;
  readonly rows: number;
  readonly revision: bigint;
  readonly slots: readonly bigint[];
}

/** A writer lane that keeps what it was given and fails when told to. */
export class RecordingLane {
  readonly inserts: RecordedInsert[] = [];
  /** Called before each insert is taken. */
  before: (table: string) => Promise<void> | void = () => undefined;

  readonly insert = async (table: string, block: ColumnBlock, signal?: AbortSignal): Promise<void> => {
    const taken = this.before(table);
    if (taken) await Promise.race([taken, ...(signal ? [aborted(signal)] : [])]);
    const column = (name: string, row: number) => block.u64(columnOf(block.layout, name), row);
    const slotColumn = table === 'coverage' ? 'to_slot' : 'slot';
    this.inserts.push({
      table,
      rows: block.rows,
      revision: column('revision', 0),
      slots: Array.from({ length: block.rows }, (_, row) => column(slotColumn, row)),
    });
  };

  get olap(): Pick<Olap, 'writer'> {
    const never = (): never => {
      throw new Error('the writer only inserts');
    };
    return { writer: { insert: this.insert, query: never, stream: never, command: never } };
  }

  of(table: string): RecordedInsert[] {
    return this.inserts.filter((insert) => insert.table === table);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
