import type { FastifyInstance } from 'fastify';
import { LaunchlensError } from './errors/error.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  /** The setting that the port comes from, for error messages. */
  readonly setting: string;
}

/** Starts listening and returns the address, without a trailing slash. @throws PORT_IN_USE */
export async function listen(app: FastifyInstance, { host, port, setting }: ListenAddress): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new LaunchlensError('PORT_IN_USE', { host, port, setting }, cause);
  }
}

/**
 * Lets responses under way finish, then closes the remaining connections: an idle connection must not keep the
 * process alive.
 */
export async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
