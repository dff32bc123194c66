import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** How a command reaches the process that holds a store. Anyone who can read the file can run operator commands. */
const operatorFile = z.strictObject({
  pid: z.int().positive(),
  url: z.url({ protocol: /^http$/ }),
  token: z.string().min(32),
  /** The name of the command that holds the store. */
  command: z.string(),
  started_at: z.iso.datetime(),
});

export type OperatorFile = z.output<typeof operatorFile>;

export function operatorFilePath(dataDir: string): string {
  return join(dataDir, 'operator.json');
}

/** Atomic, and never readable by other users. */
export async function writeOperatorFile(dataDir: string, file: OperatorFile): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const path = operatorFilePath(dataDir);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  // The mode above applies only to a new file; one left by a crash keeps its own.
  await chmod(draft, 0o600);
  await rename(draft, path);
}

/** Undefined if there is no file or it cannot be parsed. */
export async function readOperatorFile(dataDir: string): Promise<OperatorFile | undefined> {
  try {
    return operatorFile.parse(JSON.parse(await readFile(operatorFilePath(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Removes the file unless another process has replaced it. */
export async function removeOperatorFile(dataDir: string, token: string): Promise<void> {
  const file = await readOperatorFile(dataDir);
  if (file?.token === token) await rm(operatorFilePath(dataDir), { force: true });
}
