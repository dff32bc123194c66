import { type Check, nodeOf } from './check.ts';

/** Genesis hashes of the public clusters; the local chain's depends on its seed and scenario. */
const GENESIS: Readonly<Record<string, string>> = {
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  'mainnet-beta': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
};

export const rpcCheck: Check = {
  name: 'Solana RPC',
  run: async (context) => {
    const { settings, signal } = context;
    const { SOLANA_RPC_URL: url, SOLANA_CLUSTER: cluster, INDEX_COMMITMENT: commitment } = settings;
    if (url === undefined) {
      return { ok: false, detail: 'SOLANA_RPC_URL is not set', remedy: 'set it to a JSON-RPC node' };
    }
    const rpc = nodeOf(context, url);
    const genesis = await rpc.getGenesisHash(signal);
    const expected = GENESIS[cluster];
    if (expected !== undefined && genesis !== expected) {
      return {
        ok: false,
        detail: `${rpc.host} is not ${cluster}: its genesis hash is ${genesis}`,
        remedy: 'point SOLANA_RPC_URL at that cluster or change SOLANA_CLUSTER',
      };
    }
    const slot = await rpc.getSlot({ commitment, signal });
    return { ok: true, detail: `${rpc.host}, ${cluster}, ${commitment} slot ${slot}` };
  },
};

export const programCheck: Check = {
  name: 'escrow program',
  run: async (context) => {
    const { settings, signal } = context;
    const { ESCROW_PROGRAM_ID: programId, SOLANA_RPC_URL: url, INDEX_COMMITMENT: commitment } = settings;
    if (programId === undefined) {
      return { ok: false, detail: 'ESCROW_PROGRAM_ID is not set', remedy: 'set it to the program’s address' };
    }
    if (url === undefined)
      return { ok: false, detail: `${programId} cannot be looked up`, remedy: 'set SOLANA_RPC_URL' };
    const { value } = await nodeOf(context, url).getAccountsAtOneSlot([programId], { commitment, signal });
    if (value[0]?.account) return { ok: true, detail: programId };
    return {
      ok: false,
      detail: `no account ${programId} exists on this chain`,
      remedy: 'check ESCROW_PROGRAM_ID and SOLANA_CLUSTER',
    };
  },
};
