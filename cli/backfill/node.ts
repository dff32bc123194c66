import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { requireNode } from '../../indexer/chain-settings.ts';
import { chainIdentity } from '../../indexer/identity.ts';
import { RpcClient } from '../../indexer/source/rpc/client.ts';
import type { JobParts } from './run-job.ts';

/** A node that is down when a command starts is a configuration error, so it is reported early. */
const FIRST_RETRIES = 1;

/** The node, and the identity of an index of its chain. */
export async function openNode({ session }: JobParts, command: string) {
  const { settings, clock, shutdown, rpcLimit: limit } = session;
  const { rpcUrls, programId } = requireNode(settings, command);
  const node = { url: rpcUrls, clock, limit, lane: 'jobs' } as const;
  const first = new RpcClient({ ...node, retries: FIRST_RETRIES });
  const identity = await chainIdentity(first, { settings, programId }, shutdown.signal).catch(notReached);
  return { rpc: new RpcClient(node), identity };
}

function notReached(error: unknown): never {
  if (!isLaunchlensError(error) || !error.retryable) throw error;
  throw new LaunchlensError('BACKFILL_NODE_DOWN', { detail: error.message }, error);
}
