import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { hasEnded, type ProcessIdentity, thisProcess } from './process-identity.ts';

const holderSchema = z.object({
  host: z.string(),
  machine: z.string(),
  pid: z.int().min(0),
  started: z.string(),
  command: z.string(),
  since: z.iso.datetime(),
});

/** The process that has an embedded store open, as it described itself. */
export interface Holder extends ProcessIdentity {
  /** When it opened the store, RFC 3339. */
  readonly since: string;
}

/**
 * The process that wrote the file last, unless it is known to have ended: its process id may belong to another
 * process by now. A kernel lock decides whether the store is free; this file only says who holds it.
 */
export async function readHolder(path: string): Promise<Holder | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const holder = parse(text);
  return holder && hasEnded(holder) !== true ? holder : undefined;
}

/** Written by the process that opens the store; replaces what a dead process left. */
export async function writeHolder(path: string, nowMs: number): Promise<void> {
  const holder: Holder = { ...thisProcess(), since: new Date(nowMs).toISOString() };
  await writeFile(`${path}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export async function removeHolder(path: string): Promise<void> {
  await rm(path, { force: true });
}

function parse(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
