import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { hex256 } from '../../core/kernel/hex256.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { type Content, contentOf } from './digest.ts';
import type { FrozenTable } from './frozen.ts';
import {
  type ArchivedIdentity,
  type Manifest,
  type ManifestTable,
  manifestSha256,
  readManifest,
} from './manifest.ts';
import type { Pin } from './pin.ts';
import { has } from './table.ts';

/** An earlier export that another one continues. */
export interface Base {
  readonly directory: string;
  readonly manifest: Manifest;
  readonly sha256: string;
}

/** The rows of a table that the files of an export contain. */
export interface Part {
  readonly table: FrozenTable;
  readonly content: Content;
  readonly added: ManifestTable['added'];
}

/** @throws ARCHIVE_CORRUPT, IMPORT_REFUSED */
export async function readBase(directory: string): Promise<Base> {
  const { manifest, text } = await readManifest(directory);
  return { directory, manifest, sha256: manifestSha256(text) };
}

/** @throws EXPORT_SINCE */
export function requireContinued(
  { directory, manifest }: Base,
  { identity, pin }: { readonly identity: ArchivedIdentity; readonly pin: Pin },
): void {
  const refuse = (reason: string) => new LaunchlensError('EXPORT_SINCE', { base: directory, reason });
  if (!manifest.complete) throw refuse('it contains only some of the tables');
  const { slot, revision } = manifest.checkpoint;
  const differs = Object.entries(identity).find(
    ([part, value]) => manifest.identity[part as keyof ArchivedIdentity] !== value,
  );
  if (differs) throw refuse(`its ${differs[0]} is not the one of this index`);
  if (BigInt(slot) > pin.slot || BigInt(revision) > pin.revision)
    throw refuse(`it ends at slot ${slot}, after slot ${pin.slot} of this export`);
}

interface Continued {
  readonly table: FrozenTable;
  readonly content: Content;
  readonly base: Base;
  readonly signal: AbortSignal;
}

/**
 * The rows that came after the base, if the table is exactly the base's rows and these: the digests add up. Otherwise,
 * rows of the base were replaced or removed, and undefined is returned.
 */
export async function addedPart(
  lane: OlapLane,
  { table, content, base, signal }: Continued,
): Promise<Part | undefined> {
  const before = base.manifest.tables.find(({ name }) => name === table.name);
  const later = laterThan(table, base.manifest.checkpoint);
  if (!before || !later || !sameColumns(before, table)) return undefined;
  const word = table.from.includes(' WHERE ') ? 'AND' : 'WHERE';
  const parameters = { ...table.parameters, ...later.parameters };
  const part = { ...table, from: `${table.from} ${word} ${later.sql}`, parameters };
  const added = await contentOf(lane, part, { ...part, signal });
  const rows = BigInt(before.rows) + added.rows;
  if (rows !== content.rows || sum(before.digest, added.digest) !== content.digest) return undefined;
  return { table: part, content: added, added: { rows: Number(added.rows), digest: added.digest } };
}

type Checkpoint = Manifest['checkpoint'];

/** Which rows of a table came after a checkpoint, as SQL; undefined if the rows do not say. */
function laterThan(table: FrozenTable, { slot, revision, reward_revision: rewards }: Checkpoint) {
  if (!has(table, 'revision')) return undefined;
  if (table.name.startsWith('reward_'))
    return rewards === undefined
      ? undefined
      : { sql: 'revision > {base_rewards:UInt64}', parameters: { base_rewards: BigInt(rewards) } };
  const parameters = { base_revision: BigInt(revision), base_slot: BigInt(slot) };
  const above = has(table, 'slot') ? ' OR slot > {base_slot:UInt64}' : '';
  return { sql: `(revision > {base_revision:UInt64}${above})`, parameters };
}

function sameColumns(before: ManifestTable, { columns }: FrozenTable): boolean {
  return (
    before.columns.length === columns.length &&
    before.columns.every(({ name, type }, at) => columns[at]?.name === name && columns[at]?.type === type)
  );
}

function sum(one: string, other: string): string {
  return hex256(BigInt(`0x${one}`) + BigInt(`0x${other}`));
}
