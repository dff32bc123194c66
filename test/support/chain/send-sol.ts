import type { LiveChain } from './live-chain.ts';

/** Sends a little SOL to an address, as any stranger can. It arrives with one of the next blocks. */
export async function sendSol({ rpcUrl }: LiveChain, address: string): Promise<void> {
  await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [address, 1_000_000] }),
  });
}
