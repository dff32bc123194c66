import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { U64_MAX } from '../../schemas/u64.ts';
import { storedIdentity } from '../model/identity.ts';

export const MANIFEST_FILE = 'manifest.json';
export const FORMAT = 2;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const u64 = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,19})$/, { abort: true })
  .refine((text) => BigInt(text) <= U64_MAX, { error: 'not a u64' });
const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/);
const count = z.int().min(0);

const file = z.strictObject({
  /** A name inside the directory, never a path. */
  name: z.string().regex(/^[a-z][a-z0-9_]*-\d{5}\.parquet$/),
  rows: count,
  bytes: count,
  sha256,
});

const table = z.strictObject({
  name: identifier,
  columns: z.array(z.strictObject({ name: identifier, type: z.string().regex(/^[\w(), '=]+$/) })).min(1),
  rows: count,
  digest: sha256,
  facts_digest: sha256.nullable(),
  /** The rows that the files contain, if the table continues its base; null if they contain every row. */
  added: z.strictObject({ rows: count, digest: sha256 }).nullable().default(null),
  files: z.array(file),
});

/** The content of `manifest.json`. 64-bit integers are decimal text, digests lower-case hex. */
const manifestSchema = z.strictObject({
  format: z.int().min(1),
  created_at: z.iso.datetime(),
  identity: z.strictObject({
    genesis_hash: z.string(),
    program_id: z.string(),
    cluster: z.string(),
    commitment: z.string(),
    idl_hash: z.string(),
  }),
  schema: z.strictObject({
    version: count,
    steps: z.array(z.strictObject({ number: count, name: z.string(), checksum: sha256 })),
  }),
  /** Format 1 had no revision of the reward ledger. */
  checkpoint: z.strictObject({ slot: u64, revision: u64, reward_revision: u64.optional() }),
  /** The export that this one continues; null if it stands alone. */
  base: z.strictObject({ manifest_sha256: sha256, slot: u64 }).nullable().default(null),
  /** False if only some tables were exported: such files are for reading, not for an import. */
  complete: z.boolean(),
  tables: z.array(table),
});

export type Manifest = z.output<typeof manifestSchema>;
export type ManifestTable = Manifest['tables'][number];
export type ManifestFile = ManifestTable['files'][number];

/** The SHA-256 by which an increment names the manifest of its base. */
export const manifestSha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifestSchema.parse(manifest), null, 2)}\n`;
  await writeFile(join(directory, MANIFEST_FILE), text, { flag: 'wx', flush: true });
}

const formatOnly = z.object({ format: z.int().min(1) });

/** @throws ARCHIVE_CORRUPT, IMPORT_REFUSED */
export async function readManifest(directory: string): Promise<{ manifest: Manifest; text: string }> {
  const path = join(directory, MANIFEST_FILE);
  const corrupt = (reason: string, cause?: unknown) =>
    new LaunchlensError('ARCHIVE_CORRUPT', { file: path, reason }, cause);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw corrupt('it cannot be read', cause);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw corrupt('it is not JSON', cause);
  }
  const { data: seen } = formatOnly.safeParse(json);
  if (seen && seen.format > FORMAT) {
    const reason = `${path} has format ${seen.format}, newer than the ${FORMAT} this program knows`;
    throw new LaunchlensError('IMPORT_REFUSED', { reason });
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return { manifest: parsed.data, text };
  const [issue] = parsed.error.issues;
  throw corrupt(`${issue?.path.join('.') || 'the manifest'} is malformed`, parsed.error);
}

export type ArchivedIdentity = Manifest['identity'];

/** What the index was built from. @throws EXPORT_EMPTY */
export async function identityToExport(lane: OlapLane): Promise<ArchivedIdentity> {
  const stored = await storedIdentity(lane);
  if (!stored) throw new LaunchlensError('EXPORT_EMPTY', {});
  const { genesisHash: genesis_hash, programId: program_id, cluster, commitment, idlHash: idl_hash } = stored;
  return { genesis_hash, program_id, cluster, commitment, idl_hash };
}
