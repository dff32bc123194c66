import type { Settings } from '../core/kernel/settings/schema.ts';
import { ESCROW_IDL_HASH } from '../idl/hash.ts';
import type { RpcClient } from './source/rpc/client.ts';
import type { IndexIdentity } from './write/resume.ts';

/** The identity of an index of this chain and program. */
export async function chainIdentity(
  rpc: RpcClient,
  { settings, programId }: { readonly settings: Settings; readonly programId: string },
  signal: AbortSignal,
): Promise<IndexIdentity> {
  return {
    genesisHash: await rpc.getGenesisHash(signal),
    programId,
    cluster: settings.SOLANA_CLUSTER,
    commitment: settings.INDEX_COMMITMENT,
    idlHash: ESCROW_IDL_HASH,
  };
}
