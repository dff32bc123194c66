import type { Export } from '../../actions/exports/export.ts';
import { digestText } from '../../read/exports/csv-line.ts';
import { COMMON_HEADERS } from '../headers.ts';
import type { ExportFormat } from './formats.ts';

/** Headers of an export. */
export function exportHeaders({ name, stamp, digest, undecodable }: Export, format: ExportFormat) {
  const slot = stamp.slot.toString();
  const text = digestText(digest);
  // Weak: the same rows at the same slot; the bytes of a format may change.
  const etag = `W/"${slot}-${digest.rows}-${text.slice(-64, -32)}-${format.extension}"`;
  const unchanged = {
    ...COMMON_HEADERS,
    etag,
    'cache-control': 'public, no-cache',
    'x-last-indexed-slot': slot,
    'launchlens-digest': text,
    'launchlens-rows': digest.rows.toString(),
    ...(undecodable !== undefined && { 'launchlens-undecodable': undecodable.toString() }),
  };
  const filename = `${name}-slot-${slot}.${format.extension}`;
  const disposition = `attachment; filename="${filename}"`;
  return {
    etag,
    /** Those of a 304. */
    unchanged,
    all: { ...unchanged, 'content-type': format.contentType, 'content-disposition': disposition },
  };
}

/** A file's metadata: its headers, and the identity of the index. */
export function fileMetadata({ name, stamp, digest }: Export): Record<string, string> {
  return {
    'launchlens.listing': name,
    'launchlens.last_indexed_slot': stamp.slot.toString(),
    'launchlens.digest': digestText(digest),
    'launchlens.rows': digest.rows.toString(),
    'launchlens.commitment': stamp.checkpoint.commitment,
    'launchlens.cluster': stamp.identity.cluster,
    'launchlens.program_id': stamp.identity.programId,
  };
}
