import type { ExportFormat } from '../exports/format.ts';
import { EXPORT_FORMATS } from '../exports/formats.ts';
import { EXPORT_LISTINGS, type ExportListing } from '../exports/listings.ts';
import {
  errorResponse,
  LINKED,
  type OperationObject,
  parameterObjects,
  type ResponseObject,
} from './operation.ts';
import { COMMON_STATUSES } from './statuses.ts';

const HEADERS = {
  ETag: LINKED.etag,
  'X-Last-Indexed-Slot': LINKED.slot,
  'Launchlens-Digest': LINKED.digest,
  'Launchlens-Rows': LINKED.rows,
};

/** Every listing as a file of every format. */
export function exportPaths(): Record<string, { readonly get: OperationObject }> {
  const paths = EXPORT_LISTINGS.flatMap((listing) =>
    EXPORT_FORMATS.map(
      (format) => [`${listing.path}.${format.extension}`, { get: exportOperation(listing, format) }] as const,
    ),
  );
  return Object.fromEntries(paths);
}

function exportOperation(listing: ExportListing, format: ExportFormat): OperationObject {
  const { extension } = format;
  const statuses = [...new Set([...listing.errors, ...COMMON_STATUSES])].sort((a, b) => a - b);
  return {
    operationId: `${listing.operationId}${extension.charAt(0).toUpperCase()}${extension.slice(1)}`,
    tags: ['Exports'],
    summary: `${listing.summary}, as ${extension === 'parquet' ? 'Parquet' : extension.toUpperCase()}`,
    description: `${listing.description} ${format.description}`,
    parameters: [
      ...parameterObjects('path', listing.pathParameters),
      ...parameterObjects('query', listing.queryParameters),
    ],
    responses: {
      200: {
        description: 'The file. A connection that breaks before its end means that the file is incomplete.',
        headers: HEADERS,
        content: contentOf(format),
      },
      304: { description: 'The file is the one that `If-None-Match` names.', headers: HEADERS },
      ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status)])),
    },
    security: [],
  };
}

function contentOf({ contentType, extension }: ExportFormat): NonNullable<ResponseObject['content']> {
  const [type = contentType] = contentType.split(';');
  return {
    [type]: { schema: extension === 'parquet' ? { type: 'string', format: 'binary' } : { type: 'string' } },
  };
}
