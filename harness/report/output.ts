import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { systemReason } from '../data/files.ts';

const CHUNK = 1 << 20;

export interface Output {
  readonly path: string;
  readonly text: Iterable<string>;
}

/**
 * Writes files completely or not at all: each to a temporary file next to its destination, then all are renamed.
 * @throws HARNESS_OUTPUT_UNWRITABLE
 */
export function writeOutputs(outputs: readonly Output[]): void {
  const drafts: { readonly draft: string; readonly path: string }[] = [];
  try {
    for (const { path, text } of outputs) {
      attempt(path, () => {
        const place = placeOf(path);
        const draft = `${place}.${process.pid}.partial`;
        writeDraft(draft, text, () => drafts.push({ draft, path: place }));
      });
    }
    for (const { draft, path } of drafts) attempt(path, () => renameSync(draft, path));
  } finally {
    for (const { draft } of drafts) rmSync(draft, { force: true });
  }
}

function writeDraft(draft: string, text: Iterable<string>, opened: () => void): void {
  const file = openSync(draft, 'wx');
  opened();
  try {
    let pending = '';
    for (const piece of text) {
      pending += piece;
      if (pending.length < CHUNK) continue;
      writeWhole(file, pending);
      pending = '';
    }
    writeWhole(file, pending);
  } finally {
    closeSync(file);
  }
}

/** A write may be partial. */
function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/**
 * Where a file is created: at the target of a link, which stays a link. A directory is refused here, because renaming
 * onto it would fail only after other files were renamed; a device or a pipe would be replaced by a file.
 */
function placeOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return path;
  if (found.isFile()) return realpathSync(path);
  const reason = found.isDirectory() ? 'it is a directory' : 'it is no regular file';
  throw new LaunchlensError('HARNESS_OUTPUT_UNWRITABLE', { path, reason });
}

function attempt(path: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    if (isLaunchlensError(cause)) throw cause;
    throw new LaunchlensError('HARNESS_OUTPUT_UNWRITABLE', { path, reason: systemReason(cause) }, cause);
  }
}
