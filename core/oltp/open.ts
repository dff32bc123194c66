import type { Logger } from '../kernel/logger.ts';
import type { Oltp } from './port.ts';

export interface OltpOptions {
  /** A PostgreSQL server with credentials in the URL; if omitted, PGlite runs in this process. */
  readonly databaseUrl?: string | undefined;
  /** Where the embedded engine keeps its files. */
  readonly dataDir: string;
  readonly logger: Logger;
}

/**
 * Opens the store of decisions. Each backing is loaded only if it is used.
 * @throws OLTP_UNREACHABLE, OLTP_ACCESS_REFUSED, OLTP_DATABASE_MISSING, OLTP_DIRECTORY_BUSY,
 * OLTP_DIRECTORY_UNUSABLE, OLTP_MOVED
 */
export async function createOltp(options: OltpOptions): Promise<Oltp> {
  const { databaseUrl } = options;
  if (databaseUrl !== undefined) {
    const { openServer } = await import('./server/open.ts');
    return openServer({ ...options, databaseUrl });
  }
  const { openEmbedded } = await import('./embedded/open.ts');
  return openEmbedded(options);
}
