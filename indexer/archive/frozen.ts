import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { type OlapLane, type Statement, unsignedColumn } from '../../core/olap/port.ts';
import { U64_MAX } from '../../schemas/u64.ts';
import { newestPin, type Pin, takePin } from './pin.ts';
import { has, type Table } from './table.ts';

/** A table as it was at one moment: it shares its parts with the live table, which keeps changing. */
export interface FrozenTable extends Table {
  /** `FROM` and `WHERE` of its pinned rows, one per key. */
  readonly from: string;
  readonly parameters: Readonly<Record<string, bigint>>;
}

export interface Frozen {
  readonly pin: Pin;
  readonly tables: readonly FrozenTable[];
}

const PREFIX = 'archive_';
const ATTEMPTS = 20;

/**
 * Freezes the tables at one checkpoint, next to a live indexer. A row that a later revision corrects may already
 * be gone; the row that replaced it shows that, and the newer checkpoint is used instead.
 * @throws EXPORT_EMPTY, EXPORT_SLOT, EXPORT_UNSTEADY
 */
export async function freeze(
  lane: OlapLane,
  tables: readonly Table[],
  asOfSlot: bigint | undefined,
): Promise<Frozen> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await dropFrozen(lane);
    const pin = await takePin(lane, asOfSlot);
    const frozen: FrozenTable[] = [];
    for (const table of inOrder(tables)) frozen.push(await freezeTable(lane, table, pin));
    if (await holds(lane, frozen, pin)) return { pin, tables: byName(frozen) };
  }
  throw new LaunchlensError('EXPORT_UNSTEADY', { attempts: ATTEMPTS });
}

/** Removes what this export, or one that was killed, left in the store. */
export async function dropFrozen(lane: OlapLane): Promise<void> {
  const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '${PREFIX}')`;
  for (const { name } of await lane.query({ sql }, z.object({ name: z.string() }))) {
    await lane.command({ sql: `DROP TABLE IF EXISTS ${name} SYNC` });
  }
}

/** Rows are written before the ledgers that cover them, so the ledgers are frozen first. */
function inOrder(tables: readonly Table[]): readonly Table[] {
  const rank = ({ name }: Table): number => (name === 'checkpoints' ? 0 : isLedger(name) ? 1 : 2);
  return tables.toSorted((a, b) => rank(a) - rank(b));
}

function byName(tables: readonly FrozenTable[]): readonly FrozenTable[] {
  return tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function isLedger(name: string): boolean {
  return name === 'coverage' || name === 'flow_coverage' || name === 'treasury_coverage';
}

async function freezeTable(lane: OlapLane, table: Table, pin: Pin): Promise<FrozenTable> {
  const name = PREFIX + table.name;
  const engine = table.version === undefined ? 'MergeTree' : `ReplacingMergeTree(${table.version})`;
  await lane.command({
    sql: `CREATE TABLE IF NOT EXISTS ${name} AS ${table.name} ENGINE = ${engine}
      ORDER BY ${tuple(table.sorting)} PRIMARY KEY ${tuple(table.primary)}`,
  });
  const copies = copied(table, pin);
  if (copies.length === 0)
    await lane.command({ sql: `ALTER TABLE ${name} ATTACH PARTITION ALL FROM ${table.name}` });
  for (const { sql, parameters } of copies) {
    await lane.command({ sql: `INSERT INTO ${name} ${sql}`, parameters: parameters ?? {} });
  }
  const final = table.version === undefined ? '' : ' FINAL';
  const { where, parameters } = bounds(table, pin, copies.length > 0);
  return { ...table, from: `${name}${final}${where}`, parameters };
}

/** The rows of a frozen table at or below the pin, if its parts have more. */
function bounds(
  table: Table,
  { slot, rewardRevision }: Pin,
  copied: boolean,
): { readonly where: string; readonly parameters: Readonly<Record<string, bigint>> } {
  if (table.name.startsWith('reward_')) {
    return {
      where: ' WHERE revision <= {pinned_rewards:UInt64}',
      parameters: { pinned_rewards: rewardRevision },
    };
  }
  if (copied || !has(table, 'slot')) return { where: '', parameters: {} };
  return { where: ' WHERE slot <= {pinned_slot:UInt64}', parameters: { pinned_slot: slot } };
}

function tuple(columns: string): string {
  return columns === '' ? 'tuple()' : `(${columns})`.replace(/^\((\w+|\w+\(.*\))\)$/, '$1');
}

/** Tables whose rows are not copied unchanged: they say how far the index reaches, so they must end at the pin. */
function copied({ name }: Table, { slot, revision, pastSlot }: Pin): readonly Statement[] {
  const parameters = { slot, revision };
  if (name === 'checkpoints') {
    return [OLDER_CHECKPOINTS, pastSlot ? PAST_CHECKPOINT : CHECKPOINT].map((sql) => ({ sql, parameters }));
  }
  if (name === 'coverage') return [{ sql: COVERAGE, parameters }];
  if (name === 'flow_coverage' || name === 'treasury_coverage')
    return [{ sql: flowCoverage(name), parameters: { ...parameters, growing: U64_MAX } }];
  return [];
}

const OLDER_CHECKPOINTS = `SELECT * FROM checkpoints FINAL
  WHERE revision < {revision:UInt64} AND intDiv(slot, 1000) < intDiv({slot:UInt64}, 1000)`;

const CHECKPOINT =
  'SELECT * FROM checkpoints WHERE revision = {revision:UInt64} AND slot = {slot:UInt64} LIMIT 1';

const PAST_CHECKPOINT = `SELECT * REPLACE ({slot:UInt64} AS slot, least(finalized_slot, {slot:UInt64}) AS finalized_slot,
    (SELECT argMaxOrNull(block_time, slot) FROM slots WHERE slot <= {slot:UInt64} AND block_time IS NOT NULL) AS slot_time)
  FROM checkpoints WHERE revision = {revision:UInt64} LIMIT 1`;

const COVERAGE = `SELECT * REPLACE (least(to_slot, {slot:UInt64}) AS to_slot) FROM coverage
  WHERE from_slot <= {slot:UInt64} AND revision <= {revision:UInt64}`;

/** A growing range reaches up to the checkpoint, wherever that is. */
const flowCoverage = (ledger: string): string =>
  `SELECT * REPLACE (if(to_slot = {growing:UInt64}, to_slot, least(to_slot, {slot:UInt64})) AS to_slot)
  FROM ${ledger} WHERE from_slot <= {slot:UInt64} AND revision <= {revision:UInt64}`;

const countRow = z.object({ rows: unsignedColumn });

/**
 * Whether the frozen tables are the pinned state: nothing known at the pin was corrected, thinned out or rolled
 * back since.
 */
async function holds(lane: OlapLane, tables: readonly FrozenTable[], pin: Pin): Promise<boolean> {
  for (const table of tables) {
    const where = corrected(table);
    if (where === undefined) continue;
    const sql = `SELECT count() AS rows FROM ${PREFIX}${table.name} WHERE ${where}`;
    const parameters = { slot: pin.slot, revision: pin.revision };
    const [found] = await lane.query({ sql, parameters }, countRow);
    if (found?.rows !== 0n) return false;
  }
  const sql = `SELECT count() AS rows FROM ${PREFIX}checkpoints WHERE revision = {revision:UInt64}`;
  const [checkpoint] = await lane.query({ sql, parameters: { revision: pin.revision } }, countRow);
  const newest = await newestPin(lane);
  return checkpoint?.rows === 1n && newest !== undefined && newest.slot >= pin.slot;
}

/** The rows of a frozen table that may have replaced a pinned one. */
function corrected({ name, columns, version }: Table): string | undefined {
  if (name === 'take_backs') return 'revision > {revision:UInt64}';
  if (version !== 'revision' || !has({ columns }, 'slot') || name === 'checkpoints') return undefined;
  return 'slot <= {slot:UInt64} AND revision > {revision:UInt64}';
}
