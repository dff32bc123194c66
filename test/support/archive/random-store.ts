import type { Olap } from '../../../core/olap/port.ts';
import { archivedTables, has, type Table } from '../../../indexer/archive/table.ts';

export interface RandomStore {
  readonly rows: number;
  readonly seed?: number;
}

/** The slot and revision up to which `fillAtRandom` writes a store. */
export const FILLED = { slot: 600n, revision: 40n } as const;

/**
 * Fills every table of an index with rows of its own types, extremes among them: values at the ends of their types,
 * NULLs, bytes of every kind, text of any script, and rows of one key in several revisions. The checkpoint comes last.
 */
export async function fillAtRandom(olap: Olap, { rows, seed = 1 }: RandomStore): Promise<void> {
  for (const table of await archivedTables(olap.scanner)) {
    if (table.name === 'index_identity') continue;
    const slots = `1 + rowNumberInAllBlocks() % ${FILLED.slot}`;
    // No two rows of one key have the same revision, as no two of a real index have.
    const round = `intDiv(rowNumberInAllBlocks(), ${FILLED.slot})`;
    await insert(olap, table, { count: rows, seed, slots, revisions: `1 + ${round}` });
    // The same slots once more, with other values and later revisions.
    const later = { count: Math.ceil(rows / 4), seed: seed + 1 };
    await insert(olap, table, { ...later, slots, revisions: `20 + ${round}` });
  }
  await extremes(olap);
  const identity = `'genesis', '${'1'.repeat(32)}', 'localnet', 'confirmed', 'idl', now64(3)`;
  await olap.writer.command({ sql: `INSERT INTO index_identity SELECT ${identity}` });
  const checkpoint = `${FILLED.slot}, ${FILLED.revision}, ${FILLED.slot}, 1790000000, 'confirmed', now64(3)`;
  await olap.writer.command({
    sql: `INSERT INTO checkpoints (slot, revision, chain_slot, slot_time, commitment, indexed_at) SELECT ${checkpoint}`,
  });
}

interface Rows {
  readonly count: number;
  readonly seed: number;
  readonly slots: string;
  readonly revisions: string;
}

async function insert(olap: Olap, table: Table, { count, seed, slots, revisions }: Rows): Promise<void> {
  const structure = table.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  const replaced = [
    ...(has(table, 'slot') ? [`${slots} AS slot`] : []),
    ...(has(table, 'from_slot') ? [`${slots} AS from_slot`] : []),
    ...(has(table, 'to_slot') ? [`${slots} AS to_slot`] : []),
    ...(has(table, 'revision') ? [`${revisions} AS revision`] : []),
  ];
  const columns = replaced.length > 0 ? `* REPLACE (${replaced.join(', ')})` : '*';
  const random = `generateRandom('${structure.replaceAll("'", "\\'")}', ${seed}, 40, 2)`;
  const names = table.columns.map(({ name }) => name).join(', ');
  await olap.writer.command({
    sql: `INSERT INTO ${table.name} (${names}) SELECT ${columns} FROM ${random} LIMIT ${count}`,
  });
}

/** One row of each kind that random ones hardly hit. */
async function extremes(olap: Olap): Promise<void> {
  const max = '18446744073709551615';
  const statements = [
    `INSERT INTO pledge_versions (launch_id, pledger, slot, address, amount, tokens_released, pledged_ts, revision)
      SELECT ${max}, unhex(repeat('FF', 32)), 7, unhex('00FF00'), ${max}, ${max}, -9223372036854775808, 40`,
    `INSERT INTO slots (slot, parent_slot, blockhash, block_time, block_height, revision)
      SELECT 599, 0, '', NULL, NULL, 40`,
    `INSERT INTO coverage (from_slot, to_slot, state, source, cause, revision, at)
      SELECT 1, 600, 'streamed', 'stream', 'Verbindung läuft ☃ 試 |\\t\\n\\\\ \\'', 40, now64(3)`,
    `INSERT INTO quarantine (slot, address, owner, reason, data, write_version, revision, at)
      SELECT 9, unhex('01'), unhex('02'), '', unhex('00FF80C328'), ${max}, 40, now64(3)`,
    `INSERT INTO flow_coverage (from_slot, to_slot, source, revision, at) SELECT 590, ${max}, 'stream', 40, now64(3)`,
  ];
  for (const sql of statements) await olap.writer.command({ sql });
}

/** What a table holds, one row a key, by a function that exports have no part in. */
export async function fingerprint(olap: Olap, table: Table): Promise<string> {
  const { z } = await import('zod');
  const final = table.version === undefined ? '' : 'FINAL';
  const sql = `SELECT concat(toString(count()), ' ', ifNull(toString(sum(toUInt128(sipHash64(*)))), '0')) AS text
    FROM ${table.name} ${final}`;
  const [row] = await olap.scanner.query({ sql }, z.object({ text: z.string() }));
  return row?.text ?? '';
}
