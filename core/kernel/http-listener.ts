import type { FastifyInstance } from 'fastify';
import { LaunchlensError } from './errors/error.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** The setting that the port comes from, for errors. */
  readonly setting: string;
}

/** Listens, and returns where, without a trailing slash. @throws PORT_IN_USE */
export async function listen(app: FastifyInstance, { host, port, setting }: ListenAddress): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new LaunchlensError('PORT_IN_USE', { host, port, setting }, cause);
  }
}

/** Lets answers under way end, then cuts what is left: a connection that never asks must not hold the process. */
export async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
