import { define } from './definition.ts';

export const archiveErrors = {
  EXPORT_EMPTY: define(
    () => 'The index has no checkpoint yet, so there is nothing to export: let `launchlens index` run first.',
    { exit: 2 },
  ),
  EXPORT_SLOT: define<{ slot: bigint; reason: string }>(
    ({ slot, reason }) => `The index cannot be exported as of slot ${slot}: it is ${reason}.`,
    { exit: 2 },
  ),
  EXPORT_TABLE_UNKNOWN: define<{ table: string; known: string }>(
    ({ table, known }) => `There is no table ${table} to export; there are: ${known}.`,
    { exit: 2 },
  ),
  EXPORT_TARGET: define<{ path: string; reason: string }>(
    ({ path, reason }) => `The export cannot be written to ${path}: ${reason}.`,
    { exit: 2 },
  ),
  EXPORT_UNSTEADY: define<{ attempts: number }>(
    ({ attempts }) =>
      `The index was corrected during each of ${attempts} attempts to pin it: run the export again later.`,
    { retryable: true },
  ),
  ARCHIVE_TYPE_UNKNOWN: define<{ column: string; type: string }>(
    ({ column, type }) => `Column ${column} has type ${type}, for which exports have no canonical form.`,
  ),
  ARCHIVE_CORRUPT: define<{ file: string; reason: string }>(
    ({ file, reason }) => `${file} is not what was exported: ${reason}.`,
  ),
  IMPORT_REFUSED: define<{ reason: string }>(({ reason }) => `The import is refused: ${reason}.`, {
    exit: 2,
  }),
  IMPORT_UNFINISHED: define(
    () =>
      'An import into this store was cut off and left half an index: run `launchlens import` again, or empty the store.',
    { exit: 2 },
  ),
};
