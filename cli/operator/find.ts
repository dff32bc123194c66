import { join } from 'node:path';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { isAlive } from '../../core/kernel/process-identity.ts';
import { type OperatorFile, operatorFilePath, readOperatorFile } from './file.ts';
import { aboutOperator, OPERATOR_PATH } from './protocol.ts';

/** A process that holds a store and answers. */
export interface Operator extends OperatorFile {
  /** The directory that it holds. */
  readonly dataDir: string;
}

const TIMEOUT_MS = 5_000;

/** The demo has its own store below the configured directory. */
export function demoDirectory(dataDir: string): string {
  return join(dataDir, 'demo');
}

/**
 * The process that holds this directory's store, or else its demo; undefined if neither runs. A file that a killed
 * process left behind is ignored: its process is gone, or does not know the token.
 * @throws OPERATOR_UNREACHABLE when the process lives and does not answer
 */
export async function findOperator(dataDir: string): Promise<Operator | undefined> {
  for (const directory of [dataDir, demoDirectory(dataDir)]) {
    const file = await readOperatorFile(directory);
    if (file && isAlive(file.pid) && (await answers(file, directory))) return { ...file, dataDir: directory };
  }
  return undefined;
}

async function answers(file: OperatorFile, directory: string): Promise<boolean> {
  const { pid, command } = file;
  const unreachable = (reason: string, cause?: unknown) =>
    new LaunchlensError(
      'OPERATOR_UNREACHABLE',
      { pid, command, path: operatorFilePath(directory), reason },
      cause,
    );
  let response: Response;
  try {
    response = await fetch(new URL(OPERATOR_PATH, file.url), {
      headers: { authorization: `Bearer ${file.token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    // Nothing listens there any more: another process has this pid now.
    if (cause?.code === 'ECONNREFUSED') return false;
    throw unreachable('it does not answer', error);
  }
  // Another program uses the address, or another process of ours.
  if (response.status !== 200) return false;
  const about = aboutOperator.safeParse(await response.json().catch(() => undefined));
  return about.success && about.data.pid === file.pid;
}
