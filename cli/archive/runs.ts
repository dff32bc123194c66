import type { Olap } from '../../core/olap/port.ts';
import { ESCROW_IDL_HASH } from '../../idl/hash.ts';
import { importIndex } from '../../indexer/archive/import.ts';
import { callOperator, findOperator } from '../operator/call.ts';
import type { Session } from '../session.ts';
import { openFacts } from '../stores.ts';
import { EXPORT, type ExportInput, exportLines } from './export-route.ts';
import { type ArchiveLine, archiveLine, linesOf } from './lines.ts';
import { isS3 } from './s3/folder.ts';
import { Staging } from './s3/transfer.ts';

/** Which rows are written; by default, all of the newest checkpoint. */
export interface Exported {
  readonly tables?: readonly string[];
  readonly asOfSlot?: bigint;
}

/** Writes the configured index into a directory; whoever has an embedded store open does it. */
export async function written(
  session: Session,
  { tables, asOfSlot }: Exported,
  { directory, since }: { readonly directory: string; readonly since: string | undefined },
): Promise<AsyncIterable<ArchiveLine>> {
  const { settings, shutdown } = session;
  const input: ExportInput = {
    directory,
    ...(tables && { tables: [...tables] }),
    ...(since !== undefined && { since }),
    ...(asOfSlot !== undefined && { as_of_slot: asOfSlot.toString() }),
  };
  const { signal } = shutdown;
  const embedded = settings.CLICKHOUSE_URL === undefined;
  const operator = embedded ? await findOperator(settings.DATA_DIR) : undefined;
  if (operator) return asked(callOperator(operator, { name: EXPORT, input: { ...input }, signal }));
  return exportLines(session, { olap: await openFacts(session), input, signal });
}

async function* asked(lines: AsyncIterable<unknown>): AsyncGenerator<ArchiveLine> {
  for await (const line of lines) yield archiveLine.parse(line);
}

/** Loads an export and its increments, here or at s3://…, into an empty store, and compares every digest. */
export async function* loaded(
  session: Session,
  olap: Olap,
  places: readonly string[],
): AsyncGenerator<ArchiveLine> {
  const { settings, clock, logger, shutdown } = session;
  const staging = new Staging(session);
  const directories: string[] = [];
  for (const [at, place] of places.entries()) {
    const directory = isS3(place) ? await staging.path(`export-${at}`) : place;
    yield* staging.download(place, directory);
    directories.push(directory);
  }
  const [directory = '', ...increments] = directories;
  const { ESCROW_PROGRAM_ID: programId } = settings;
  const configured = {
    ...(programId !== undefined && { program_id: programId }),
    cluster: settings.SOLANA_CLUSTER,
    commitment: settings.INDEX_COMMITMENT,
    idl_hash: ESCROW_IDL_HASH,
  };
  const { signal } = shutdown;
  const steps = importIndex({ olap, directory, increments, configured, clock, logger, signal });
  yield* linesOf(steps, { directory: places[0] ?? '', now: () => clock.now() });
}
