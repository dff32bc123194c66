import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { systemReason } from '../data/files.ts';

const CHUNK = 1 << 20;

export interface Output {
  readonly path: string;
  readonly text: Iterable<string>;
}

/**
 * Writes files whole or not at all: each beside its place first, and all moved there once every one of them is written.
 * @throws HARNESS_OUTPUT_UNWRITABLE
 */
export function writeOutputs(outputs: readonly Output[]): void {
  const drafts: { readonly draft: string; readonly path: string }[] = [];
  try {
    for (const { path, text } of outputs) {
      refuseDirectory(path);
      const draft = `${path}.${process.pid}.partial`;
      attempt(path, () => writeDraft(draft, text, () => drafts.push({ draft, path })));
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

/** A write may take less than it is given. */
function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** A file could not be moved there, which would be found only when others have been. */
function refuseDirectory(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new LaunchlensError('HARNESS_OUTPUT_UNWRITABLE', { path, reason: 'it is a directory' });
}

function attempt(path: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    throw new LaunchlensError('HARNESS_OUTPUT_UNWRITABLE', { path, reason: systemReason(cause) }, cause);
  }
}
