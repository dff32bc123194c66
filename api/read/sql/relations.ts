import type { Stamp } from '../model.ts';

/** Something that SQL of strangers may read, at the slot of the question. */
export interface SqlRelation {
  readonly database: string;
  readonly name: string;
  /**
   * Its rows, bounded by slot and revision of the one row of its database's `checkpoint`. Omitted for a view of the store, whose own
   * text is taken: it reads the same `checkpoint`.
   */
  readonly sql?: string;
}

export const DATABASE = 'launchlens';
export const CHECKPOINT = 'checkpoint';

/** The one row that says at which slot a database is read. */
export function checkpointRelation(
  database: string,
  { slot, checkpoint, now }: Pick<Stamp, 'slot' | 'checkpoint' | 'now'>,
): SqlRelation {
  const time = now === undefined ? 'NULL' : `${now}`;
  const sql = `SELECT toUInt64(${slot}) AS slot, toUInt64(${checkpoint.revision}) AS revision,
    toUInt64(${checkpoint.chainSlot}) AS chain_slot, CAST(${time}, 'Nullable(Int64)') AS slot_time,
    '${checkpoint.commitment}' AS commitment`;
  return { database, name: CHECKPOINT, sql };
}

/** The name of its common table expression: one word, whichever database it is of. */
export function shortName({ database, name }: Pick<SqlRelation, 'database' | 'name'>): string {
  return database === DATABASE ? name : `${database}__${name}`;
}
