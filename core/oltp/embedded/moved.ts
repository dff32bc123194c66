import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'moved-to';

/** Where the decisions of this directory were moved; undefined if they are still here. */
export async function movedTo(directory: string): Promise<string | undefined> {
  const text = await readFile(join(directory, FILE), 'utf8').catch(() => undefined);
  return text?.trim();
}

/** Keeps the directory from being used again by mistake: its decisions are made elsewhere now. */
export async function markMoved(directory: string, target: string): Promise<void> {
  await writeFile(join(directory, FILE), `${target}\n`, { flush: true });
}
