import { define } from './definition.ts';

export const captureErrors = {
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
