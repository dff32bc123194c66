import { define } from './definition.ts';

export const archiveErrors = {
  EXPORT_EMPTY: define(
    'The index has no checkpoint yet, so there is nothing to export. Run `launchlens index` first.',
    { exit: 2 },
  ),
  EXPORT_SLOT: define('The index cannot be exported as of slot {slot}: this slot is {reason}.', { exit: 2 }),
  EXPORT_SINCE: define('The export cannot continue {base}: {reason}.', { exit: 2 }),
  EXPORT_TABLE_UNKNOWN: define('{table} is not a table that can be exported. Use one of: {known}.', {
    exit: 2,
  }),
  EXPORT_TARGET: define('The export cannot be written to {path}: {reason}.', { exit: 2 }),
  EXPORT_UNSTEADY: define(
    'The index changed during each of {attempts} attempts to pin a slot. Run the export again later.',
    { retryable: true },
  ),
  S3_FAILED: define('{object} cannot be read or written: {reason}.'),
  ARCHIVE_TYPE_UNKNOWN: define('Column {column} has type {type}, which exports do not support.'),
  ARCHIVE_CORRUPT: define('{file} does not match its manifest: {reason}.'),
  IMPORT_REFUSED: define('The import cannot start: {reason}.', {
    exit: 2,
  }),
  IMPORT_UNFINISHED: define(
    'An earlier import into this store did not finish, so the index is incomplete. Run `launchlens import` again, or empty the store.',
    { exit: 2 },
  ),
};
