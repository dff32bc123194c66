import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** How a command reaches the process that holds a store. The token lets whoever can read the file give orders. */
const operatorFile = z.strictObject({
  pid: z.int().positive(),
  url: z.url({ protocol: /^http$/ }),
  token: z.string().min(32),
  /** The command that holds the store, as it is called. */
  command: z.string(),
  started_at: z.iso.datetime(),
});

export type OperatorFile = z.output<typeof operatorFile>;

export function operatorFilePath(dataDir: string): string {
  return join(dataDir, 'operator.json');
}

/** Appears whole or not at all, and never readable by others. */
export async function writeOperatorFile(dataDir: string, file: OperatorFile): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const path = operatorFilePath(dataDir);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  // The mode above counts only for a file that is made; one that a crash left behind keeps its own.
  await chmod(draft, 0o600);
  await rename(draft, path);
}

/** Undefined when there is none, or none that can be understood. */
export async function readOperatorFile(dataDir: string): Promise<OperatorFile | undefined> {
  const text = await readFile(operatorFilePath(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return operatorFile.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Removes the file unless another process has put its own in its place. */
export async function removeOperatorFile(dataDir: string, token: string): Promise<void> {
  const file = await readOperatorFile(dataDir);
  if (file?.token === token) await rm(operatorFilePath(dataDir), { force: true });
}
