import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { hasEnded, type ProcessIdentity, thisProcess } from '../../kernel/process-identity.ts';

/** Beside the engine's directory, whose content is the engine's own. */
const FILE = 'holder.json';

const holderSchema = z.object({
  host: z.string(),
  machine: z.string(),
  pid: z.int().min(0),
  started: z.string(),
  command: z.string(),
  since: z.iso.datetime(),
});

/** The process that has an embedded store open, as it said itself. */
export interface Holder extends ProcessIdentity {
  /** When it opened the store, RFC 3339. */
  readonly since: string;
}

/**
 * The process that wrote itself down last, unless it is known to have ended: a process number may by now be another's.
 * The engine's own lock decides whether the store is free; this only says who holds it.
 */
export async function readHolder(directory: string): Promise<Holder | undefined> {
  const text = await readFile(pathOf(directory), 'utf8').catch(() => '');
  const holder = parse(text);
  return holder && hasEnded(holder) !== true ? holder : undefined;
}

/** Written by whoever has the store open, in the place of what a dead process left. */
export async function writeHolder(directory: string, nowMs: number): Promise<void> {
  const holder: Holder = { ...thisProcess(), since: new Date(nowMs).toISOString() };
  const path = pathOf(directory);
  await writeFile(`${path}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export async function removeHolder(directory: string): Promise<void> {
  await rm(pathOf(directory), { force: true });
}

function pathOf(directory: string): string {
  return join(dirname(directory), FILE);
}

function parse(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
