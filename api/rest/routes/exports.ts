import { freshness, launchId, status } from '../../../schemas/reads/arguments.ts';
import { PROGRAM_EXPORT } from '../../../schemas/reads/programs.ts';
import { exportFlows, exportLaunches, exportPledges } from '../../actions/exports/export.ts';
import { exportProgramAccounts } from '../../actions/exports/program-accounts.ts';
import { requestOf } from '../../actions/reads/read.ts';
import { csv, type ExportFormat, ndjson } from '../exports/formats.ts';
import { parquet } from '../exports/parquet.ts';
import { defineRoute, type Route } from '../route.ts';
import { errorsAsEverywhere } from './errors.ts';

const FORMATS: readonly ExportFormat[] = [csv, ndjson, parquet];
const OF_LAUNCH = {
  pathParameters: { launch_id: launchId },
  queryParameters: freshness,
  errors: errorsAsEverywhere(400, 404, 410, 412),
} as const;

function pledges(format: ExportFormat): Route {
  return defineRoute({
    ...OF_LAUNCH,
    ...inFormat(format, {
      path: '/ilo/launches/{launch_id}/pledges',
      operationId: 'exportPledges',
      summary: 'All pledges of one launch',
      description: 'The rows and fields of the pledge listing, in key order, at one slot.',
    }),
    handle: { format, file: (context, values, signal) => exportPledges(context, requestOf(values), signal) },
  });
}

function flows(format: ExportFormat): Route {
  return defineRoute({
    ...OF_LAUNCH,
    ...inFormat(format, {
      path: '/ilo/launches/{launch_id}/flows',
      operationId: 'exportFlows',
      summary: 'The escrow activity of one launch',
      description: 'The rows and fields of the flow listing, oldest first, up to one slot.',
    }),
    handle: { format, file: (context, values, signal) => exportFlows(context, requestOf(values), signal) },
  });
}

function launches(format: ExportFormat): Route {
  return defineRoute({
    ...inFormat(format, {
      path: '/ilo/launches',
      operationId: 'exportLaunches',
      summary: 'All launches',
      description:
        'The rows and fields of the launch listing, newest first, at one slot; without `explorer`, whose links follow from the addresses.',
    }),
    queryParameters: { status, ...freshness },
    errors: errorsAsEverywhere(400, 410, 412),
    handle: { format, file: (context, values, signal) => exportLaunches(context, requestOf(values), signal) },
  });
}

function programAccounts(format: ExportFormat): Route {
  const { path, ...parameters } = PROGRAM_EXPORT;
  return defineRoute({
    ...parameters,
    ...inFormat(format, {
      path,
      operationId: 'exportProgramAccounts',
      summary: 'All accounts of one type of a program',
      description:
        'A row for each account that decodes and meets the conditions, by address, with a column for each field of the IDL, at one slot. Values that have parts are JSON; in CSV, they and texts of the program are within quotes.',
    }),
    errors: errorsAsEverywhere(400, 404, 410, 412),
    handle: {
      ...{ format, ofProgram: true },
      file: (context, values, signal) => exportProgramAccounts(context, requestOf(values), signal),
    },
  });
}

/** Every listing as a file of every format. */
export const EXPORT_ROUTES: readonly Route[] = [pledges, flows, launches, programAccounts].flatMap((of) =>
  FORMATS.map(of),
);

type Described = Pick<Route, 'path' | 'operationId' | 'summary' | 'description'>;

function inFormat({ extension, description }: ExportFormat, listing: Described) {
  const name = extension === 'parquet' ? 'Parquet' : extension.toUpperCase();
  return {
    method: 'GET',
    tag: 'Exports',
    path: `${listing.path}.${extension}`,
    operationId: `${listing.operationId}${extension.charAt(0).toUpperCase()}${extension.slice(1)}`,
    summary: `${listing.summary}, as ${name}`,
    description: `${listing.description} ${description}`,
  } as const;
}
