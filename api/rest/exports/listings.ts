import { launchIdParameter, slotParameters, statusParameter } from '../../../schemas/rest/parameters.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { Export } from '../../actions/exports/export.ts';
import { exportFlows, exportLaunches, exportPledges } from '../../actions/exports/listings.ts';
import type { Parameters, Values } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

/** A listing that can be had as a file: what it takes, and which action opens it. */
interface ListingDeclaration<Path extends Parameters, Query extends Parameters> {
  /** Below the base path, without the extension that names the format. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly pathParameters: Path;
  readonly queryParameters: Query;
  readonly errors: readonly number[];
  readonly open: (
    context: MirrorContext,
    values: Values<Path> & Values<Query>,
    signal: AbortSignal,
  ) => Promise<Export>;
}

export type ExportListing = Omit<ListingDeclaration<Parameters, Parameters>, 'open'> & {
  readonly open: (
    context: MirrorContext,
    values: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<Export>;
};

function defineListing<Path extends Parameters, Query extends Parameters>(
  declaration: ListingDeclaration<Path, Query>,
): ExportListing {
  // Sound because values are made only by parsing with the same declaration.
  return declaration as unknown as ExportListing;
}

/** Every listing that can be had as a file. */
export const EXPORT_LISTINGS: readonly ExportListing[] = [
  defineListing({
    path: '/ilo/launches/{launch_id}/pledges',
    operationId: 'exportPledges',
    summary: 'All pledges of one launch',
    description: 'The rows and fields of the pledge listing, in key order, at one slot.',
    pathParameters: { launch_id: launchIdParameter },
    queryParameters: slotParameters,
    errors: [400, 404, 410, 412],
    open: (context, { launch_id, ...slots }, signal) =>
      exportPledges(context, { launchId: launch_id, ...slotRequest(slots) }, signal),
  }),
  defineListing({
    path: '/ilo/launches/{launch_id}/flows',
    operationId: 'exportFlows',
    summary: 'All movements of one launch’s escrow',
    description: 'The rows and fields of the flow listing, oldest first, up to one slot.',
    pathParameters: { launch_id: launchIdParameter },
    queryParameters: slotParameters,
    errors: [400, 404, 410, 412],
    open: (context, { launch_id, ...slots }, signal) =>
      exportFlows(context, { launchId: launch_id, ...slotRequest(slots) }, signal),
  }),
  defineListing({
    path: '/ilo/launches',
    operationId: 'exportLaunches',
    summary: 'All launches',
    description:
      'The rows and fields of the launch listing, newest first, at one slot; without `explorer`, whose links follow from the addresses.',
    pathParameters: {},
    queryParameters: { status: statusParameter, ...slotParameters },
    errors: [400, 410, 412],
    open: (context, { status, ...slots }, signal) =>
      exportLaunches(context, { status, ...slotRequest(slots) }, signal),
  }),
];
