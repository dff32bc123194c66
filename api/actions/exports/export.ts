import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { LaunchStatus } from '../../../schemas/launch-statuses.ts';
import { NO_ROWS, sameRows, together } from '../../read/exports/csv-line.ts';
import type { ExportField, ExportPage, ExportRows, RowsDigest } from '../../read/exports/rows.ts';
import type { Stamp } from '../../read/model.ts';
import type { Answer } from '../../read/questions.ts';
import { flowsPage } from '../../read/records/flows.ts';
import type { MirrorContext } from '../context.ts';
import { askFresh, askFreshRecords, type SlotRequest } from '../freshness.ts';
import { launchRows } from './launch-rows.ts';

/** A listing about to be written to a file. */
export interface Export {
  /** Names the listing in file names and errors, such as `launch-7-pledges`. */
  readonly name: string;
  readonly stamp: Stamp;
  readonly fields: readonly ExportField[];
  readonly digest: RowsDigest;
  /** Accounts that the file leaves out, since their bytes do not decode; undefined where every account does. */
  readonly undecodable?: bigint | undefined;
  /** Every row once, in pages. Fails at the end if their sum differs from the digest. @throws EXPORT_CHANGED */
  pages(signal: AbortSignal): AsyncIterable<ExportPage>;
}

export interface ExportParts {
  readonly name: string;
  readonly stamp: Stamp;
  readonly rows: ExportRows;
}

/** Computes the digest of the rows, which is sent before the first of them. */
export async function openExport({ name, stamp, rows }: ExportParts, signal: AbortSignal): Promise<Export> {
  const digest = await rows.digest(signal);
  return { name, stamp, fields: rows.fields, digest, pages: (ended) => checkedPages(ended) };

  async function* checkedPages(ended: AbortSignal): AsyncGenerator<ExportPage> {
    let sent = NO_ROWS;
    for await (const page of rows.pages(ended)) {
      sent = together(sent, page);
      yield page;
    }
    if (!sameRows(sent, digest)) {
      throw new LaunchlensError('EXPORT_CHANGED', { listing: name, slot: stamp.slot });
    }
  }
}

export interface LaunchExportRequest extends SlotRequest {
  readonly launchId: bigint;
}

/** Every pledge of one launch at one slot. @throws LAUNCH_NOT_FOUND and those of `askFresh` */
export function exportPledges(
  { mirror }: MirrorContext,
  request: LaunchExportRequest,
  signal: AbortSignal,
): Promise<Export> {
  const { launchId } = request;
  const asked = askFresh(mirror, request, (view) => view.pledges({ launchId, limit: 1 }));
  return exportOfLaunch(asked, { launchId, listing: 'pledges', rowsOf: mirror.pledgeRows, signal });
}

/** Every movement of one launch's escrow up to one slot. @throws LAUNCH_NOT_FOUND and those of `askFresh` */
export function exportFlows(
  { mirror }: MirrorContext,
  request: LaunchExportRequest,
  signal: AbortSignal,
): Promise<Export> {
  const { launchId } = request;
  const asked = askFreshRecords(mirror, request, ({ stamp, ofLaunch }) =>
    ofLaunch(launchId, (ask) => flowsPage(ask, stamp.slot, { launchId, limit: 1 })),
  );
  return exportOfLaunch(asked, { launchId, listing: 'flows', rowsOf: mirror.flowRows, signal });
}

/** Every launch at one slot, newest first. @throws those of `askFresh` */
export async function exportLaunches(
  context: MirrorContext,
  request: SlotRequest & { readonly status?: LaunchStatus | undefined },
  signal: AbortSignal,
): Promise<Export> {
  const { status } = request;
  const { stamp, facts } = await askFresh(context.mirror, request, (view) =>
    view.launches({ status, limit: Number.MAX_SAFE_INTEGER }),
  );
  const name = status === undefined ? 'launches' : `launches-${status}`;
  return openExport({ name, stamp, rows: launchRows(facts.launches, stamp, context) }, signal);
}

interface OfLaunch {
  readonly launchId: bigint;
  readonly listing: string;
  readonly rowsOf: (stamp: Stamp, launchId: bigint) => ExportRows;
  readonly signal: AbortSignal;
}

/** @param asked one row of the listing; without facts if the launch does not exist */
async function exportOfLaunch(
  asked: Answer<unknown>,
  { launchId, listing, rowsOf, signal }: OfLaunch,
): Promise<Export> {
  const { stamp, facts } = await asked;
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  return openExport({ name: `launch-${launchId}-${listing}`, stamp, rows: rowsOf(stamp, launchId) }, signal);
}
