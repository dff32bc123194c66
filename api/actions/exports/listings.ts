import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { LaunchStatus } from '../../../schemas/launch-statuses.ts';
import type { ExportRows } from '../../read/exports/rows.ts';
import type { Stamp } from '../../read/model.ts';
import type { Answer } from '../../read/questions.ts';
import { flowsPage } from '../../read/records/flows.ts';
import type { MirrorContext } from '../context.ts';
import { askFresh, askFreshRecords, type SlotRequest } from '../freshness.ts';
import { type Export, openExport } from './export.ts';
import { launchRows } from './launch-rows.ts';

export interface LaunchExportRequest extends SlotRequest {
  readonly launchId: bigint;
}

export interface LaunchesExportRequest extends SlotRequest {
  readonly status?: LaunchStatus | undefined;
}

/** Every pledge of one launch at one slot. @throws LAUNCH_NOT_FOUND and those of `askFresh` */
export function exportPledges(
  { mirror }: MirrorContext,
  request: LaunchExportRequest,
  signal: AbortSignal,
): Promise<Export> {
  const { launchId } = request;
  const asked = askFresh(mirror, request, (view) => view.pledges({ launchId, limit: 1 }));
  return exportOfLaunch({ asked, launchId, listing: 'pledges', rowsOf: mirror.pledgeRows }, signal);
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
  return exportOfLaunch({ asked, launchId, listing: 'flows', rowsOf: mirror.flowRows }, signal);
}

/** Every launch at one slot, newest first. @throws those of `askFresh` */
export async function exportLaunches(
  { mirror, link }: MirrorContext,
  request: LaunchesExportRequest,
  signal: AbortSignal,
): Promise<Export> {
  const { status } = request;
  const { stamp, facts } = await askFresh(mirror, request, (view) =>
    view.launches({ status, limit: Number.MAX_SAFE_INTEGER }),
  );
  const name = status === undefined ? 'launches' : `launches-${status}`;
  return openExport({ name, stamp, rows: launchRows(facts.launches, stamp.identity, link) }, signal);
}

interface OfLaunch {
  /** One row of the listing; without facts if the launch does not exist. */
  readonly asked: Answer<unknown>;
  readonly launchId: bigint;
  readonly listing: string;
  readonly rowsOf: (stamp: Stamp, launchId: bigint) => ExportRows;
}

async function exportOfLaunch(
  { asked, launchId, listing, rowsOf }: OfLaunch,
  signal: AbortSignal,
): Promise<Export> {
  const { stamp, facts } = await asked;
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  return openExport({ name: `launch-${launchId}-${listing}`, stamp, rows: rowsOf(stamp, launchId) }, signal);
}
