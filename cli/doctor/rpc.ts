import { type Check, type CheckContext, type Finding, followsLaunches, nodeOf } from './check.ts';

/** Genesis hashes of the public clusters; the local chain's depends on its seed and scenario. */
const GENESIS: Readonly<Record<string, string>> = {
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  'mainnet-beta': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
};

export const rpcCheck: Check = {
  name: 'Solana RPC',
  run: async (context) => {
    const { settings, signal } = context;
    const { SOLANA_RPC_URL: urls, SOLANA_CLUSTER: cluster, INDEX_COMMITMENT: commitment } = settings;
    if (urls === undefined) {
      return { ok: false, detail: 'SOLANA_RPC_URL is not set', remedy: 'set it to a JSON-RPC node' };
    }
    const nodes = urls.map((url) => nodeOf(context, url));
    const genesis = await Promise.all(nodes.map((rpc) => rpc.getGenesisHash(signal)));
    const expected = GENESIS[cluster] ?? genesis[0];
    const other = genesis.findIndex((hash) => hash !== expected);
    if (other !== -1) {
      const chain = GENESIS[cluster] === undefined ? `of the chain of ${nodes[0]?.host}` : cluster;
      return {
        ok: false,
        detail: `${nodes[other]?.host} is not ${chain}: its genesis hash is ${genesis[other]}`,
        remedy: 'point SOLANA_RPC_URL at that cluster or change SOLANA_CLUSTER',
      };
    }
    const slots = await Promise.all(nodes.map((rpc) => rpc.getSlot({ commitment, signal })));
    const each = nodes.map(({ host }, at) => `${host}, ${cluster}, ${commitment} slot ${slots[at]}`);
    return { ok: true, detail: each.join('; ') };
  },
};

export const programCheck: Check = {
  name: 'escrow program',
  run: async (context) => {
    const { ESCROW_PROGRAM_ID: programId } = context.settings;
    if (programId !== undefined) return lookUp(context, programId, 'ESCROW_PROGRAM_ID');
    if (!followsLaunches(context)) return undefined;
    return { ok: false, detail: 'ESCROW_PROGRAM_ID is not set', remedy: 'set it to the program’s address' };
  },
};

/** Whether the chain has the program. @param named where its address comes from */
export async function lookUp(context: CheckContext, programId: string, named: string): Promise<Finding> {
  const { SOLANA_RPC_URL: url, INDEX_COMMITMENT: commitment } = context.settings;
  if (url === undefined)
    return { ok: false, detail: `${programId} cannot be looked up`, remedy: 'set SOLANA_RPC_URL' };
  const asked = { commitment, signal: context.signal };
  const { value } = await nodeOf(context, url).getAccountsAtOneSlot([programId], asked);
  if (value[0]?.account) return { ok: true, detail: programId };
  return {
    ok: false,
    detail: `no account ${programId} exists on this chain`,
    remedy: `check ${named} and SOLANA_CLUSTER`,
  };
}
