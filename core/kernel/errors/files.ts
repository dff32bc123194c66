import { define } from './definition.ts';

/** Exports, imports and captures. */
export const fileErrors = {
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
  CAPTURE_EXISTS: define(
    '{file} already exists, and captures are never overwritten. Choose another file name.',
    { exit: 2 },
  ),
  CAPTURE_UNWRITABLE: define('The capture cannot be written to {file}: {reason}.'),
  CAPTURE_UNREADABLE: define('{file} cannot be read: {reason}.', { exit: 2 }),
  CAPTURE_NOT_ONE: define('{file} is not a capture: it does not start with the capture header.', {
    exit: 2,
  }),
  CAPTURE_VERSION_UNKNOWN: define(
    '{file} is a capture in format {found}, but this version reads format {known}. Use the Launchlens version that wrote it.',
    { exit: 2 },
  ),
  CAPTURE_TRUNCATED: define<{ file: string; at: number; frames: number; lastSlot: bigint | undefined }>(
    ({ file, at, frames, lastSlot }) =>
      `${file} is cut off in frame ${frames}, at byte ${at}: ${
        lastSlot === undefined ? 'it contains no complete slot' : `it is complete up to slot ${lastSlot}`
      }.`,
  ),
  CAPTURE_CORRUPT: define('{file} is damaged in frame {frame}, at byte {at}: {reason}.'),
  CAPTURE_FOREIGN: define('{file} was recorded with {name} {found}, but {who} {expected}.', { exit: 2 }),
  CAPTURE_FORK: define('{file} was recorded from another chain than the index: at slot {slot} {detail}.'),
  CAPTURE_TAKEN_BACK: define(
    'The chain rolled back slots that were already recorded. {file} was closed and names the last slot that is still valid.',
  ),
};
