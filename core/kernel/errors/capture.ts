import { define } from './definition.ts';

export const captureErrors = {
  CAPTURE_EXISTS: define<{ file: string }>(
    ({ file }) => `${file} already exists, and captures are never overwritten. Choose another file name.`,
    { exit: 2 },
  ),
  CAPTURE_UNWRITABLE: define<{ file: string; reason: string }>(
    ({ file, reason }) => `The capture cannot be written to ${file}: ${reason}.`,
  ),
  CAPTURE_UNREADABLE: define<{ file: string; reason: string }>(
    ({ file, reason }) => `${file} cannot be read: ${reason}.`,
    { exit: 2 },
  ),
  CAPTURE_NOT_ONE: define<{ file: string }>(
    ({ file }) => `${file} is not a capture: it does not start with the capture header.`,
    {
      exit: 2,
    },
  ),
  CAPTURE_VERSION_UNKNOWN: define<{ file: string; found: number; known: number }>(
    ({ file, found, known }) =>
      `${file} is a capture in format ${found}, but this version reads format ${known}. Use the Launchlens version that wrote it.`,
    { exit: 2 },
  ),
  CAPTURE_TRUNCATED: define<{ file: string; at: number; frames: number; lastSlot: bigint | undefined }>(
    ({ file, at, frames, lastSlot }) =>
      `${file} is cut off in frame ${frames}, at byte ${at}: ${
        lastSlot === undefined ? 'it contains no complete slot' : `it is complete up to slot ${lastSlot}`
      }.`,
  ),
  CAPTURE_CORRUPT: define<{ file: string; at: number; frame: number; reason: string }>(
    ({ file, at, frame, reason }) => `${file} is damaged in frame ${frame}, at byte ${at}: ${reason}.`,
  ),
  CAPTURE_FOREIGN: define<{ file: string; name: string; found: string; who: string; expected: string }>(
    ({ file, name, found, who, expected }) =>
      `${file} was recorded with ${name} ${found}, but ${who} ${expected}.`,
    { exit: 2 },
  ),
  CAPTURE_FORK: define<{ file: string; slot: bigint; detail: string }>(
    ({ file, slot, detail }) =>
      `${file} was recorded from another chain than the index: at slot ${slot} ${detail}.`,
  ),
  CAPTURE_TAKEN_BACK: define<{ file: string }>(
    ({ file }) =>
      `The chain rolled back slots that were already recorded. ${file} was closed and names the last slot that is still valid.`,
  ),
};
