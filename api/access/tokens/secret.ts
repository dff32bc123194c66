import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

const FILE = 'jwt-secret';
const SECRET = /^[A-Za-z0-9_-]{43,}$/;

/**
 * The secret for the tokens of an embedded store: created once, and readable only by its user.
 * @throws JWT_SECRET_UNREADABLE
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  try {
    return (await readSecret(path)) ?? (await makeSecret(path));
  } catch (error) {
    if (error instanceof LaunchlensError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchlensError('JWT_SECRET_UNREADABLE', { path, reason }, error);
  }
}

async function readSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (SECRET.test(text.trim())) return text.trim();
  throw new LaunchlensError('JWT_SECRET_UNREADABLE', { path, reason: 'it holds no secret; remove it' });
}

/** Atomic: if several create it, all read the first one's. Containers that share the directory may have equal process ids. */
async function makeSecret(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return (await readSecret(path)) ?? makeSecret(path);
}
