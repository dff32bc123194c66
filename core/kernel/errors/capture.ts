import { define } from './definition.ts';

export const captureErrors = {
  CAPTURE_EXISTS: define<{ file: string }>(
    ({ file }) => `${file} exists already: a capture is never overwritten; name another file.`,
    { exit: 2 },
  ),
  CAPTURE_UNWRITABLE: define<{ file: string; reason: string }>(
    ({ file, reason }) => `The capture cannot be written to ${file}: ${reason}.`,
  ),
  CAPTURE_UNREADABLE: define<{ file: string; reason: string }>(
    ({ file, reason }) => `${file} cannot be read: ${reason}.`,
    { exit: 2 },
  ),
  CAPTURE_NOT_ONE: define<{ file: string }>(({ file }) => `${file} is no capture: it begins otherwise.`, {
    exit: 2,
  }),
  CAPTURE_VERSION_UNKNOWN: define<{ file: string; found: number; known: number }>(
    ({ file, found, known }) =>
      `${file} is a capture of format ${found}, and this program knows ${known}: use the Launchlens that wrote it.`,
    { exit: 2 },
  ),
  CAPTURE_TRUNCATED: define<{ file: string; at: number; frames: number; lastSlot: bigint | undefined }>(
    ({ file, at, frames, lastSlot }) =>
      `${file} is cut off in frame ${frames}, at byte ${at}: ${
        lastSlot === undefined ? 'no slot of it is whole' : `it is whole up to slot ${lastSlot}`
      }.`,
  ),
  CAPTURE_CORRUPT: define<{ file: string; at: number; frame: number; reason: string }>(
    ({ file, at, frame, reason }) => `${file} is damaged in frame ${frame}, at byte ${at}: ${reason}.`,
  ),
  CAPTURE_FOREIGN: define<{ file: string; name: string; found: string; who: string; expected: string }>(
    ({ file, name, found, who, expected }) =>
      `${file} was recorded with ${name} ${found}, and ${who} ${expected}.`,
    { exit: 2 },
  ),
  CAPTURE_FORK: define<{ file: string; slot: bigint; detail: string }>(
    ({ file, slot, detail }) =>
      `${file} is not of the chain that the index holds: at slot ${slot} ${detail}.`,
  ),
  CAPTURE_TAKEN_BACK: define<{ file: string }>(
    ({ file }) =>
      `The chain took back slots that were recorded already: ${file} was ended and says up to which slot it counts.`,
  ),
};
