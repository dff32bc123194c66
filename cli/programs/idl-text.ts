import { readFileSync } from 'node:fs';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { placesOf } from '../../idl/anchor/on-chain.ts';
import { RpcClient } from '../../indexer/source/rpc/client.ts';
import type { Session } from '../session.ts';

/** @throws IDL_FILE_UNREADABLE */
export function idlInFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : `${cause}`;
    throw new LaunchlensError('IDL_FILE_UNREADABLE', { file, reason }, cause);
  }
}

/** @param command For which it is read. @throws SETTING_MISSING, IDL_NOT_ON_CHAIN, IDL_REFUSED and the errors of the node */
export async function idlOnChain(
  { settings, clock, rpcLimit: limit }: Pick<Session, 'settings' | 'clock' | 'rpcLimit'>,
  program: Pubkey,
  command: string,
): Promise<string> {
  const { SOLANA_RPC_URL: url, INDEX_COMMITMENT: commitment } = settings;
  if (url === undefined) {
    const remedy = 'set it to a JSON-RPC node, or give the IDL as a file';
    throw new LaunchlensError('SETTING_MISSING', { name: 'SOLANA_RPC_URL', command, remedy });
  }
  const rpc = new RpcClient({ url, clock, limit, timeoutMs: 10_000, retries: 1 });
  const places = placesOf(program);
  const [page] = await rpc.getMultipleAccounts(
    places.map(({ address }) => address),
    { commitment },
  );
  for (const [at, place] of places.entries()) {
    const account = page?.value[at]?.account;
    if (account) return place.read(account);
  }
  throw new LaunchlensError('IDL_NOT_ON_CHAIN', { program });
}
