import { expect, test } from 'vitest';
import type { MirrorContext } from '../../../../api/actions/context.ts';
import { tokenNames } from '../../../../api/actions/tokens/token-names.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';

const MINT = pubkeyOf('gold');

/** Where the pages may read a token's description, if it says that it is at the address. */
async function described(uri: string, iconHosts?: readonly string[]) {
  const name = { name: 'Gold', symbol: 'GLD', uri, namedBy: 'mint_extension', slot: 7n } as const;
  const stamp = {
    ...{ slot: 9n, now: 1n, verifiedSlot: undefined, unreadable: undefined },
    identity: { programId: pubkeyOf('program'), cluster: 'localnet' },
    checkpoint: { slot: 9n, chainSlot: 9n, commitment: 'confirmed', indexedAt: 0 },
  };
  const context = {
    mirror: { ask: async () => ({ stamp, facts: undefined }), stampAt: async () => stamp },
    names: { names: async () => new Map([[MINT, name]]) },
    iconHosts,
  };
  // Only what names are answered from.
  const { body } = await tokenNames(context as unknown as MirrorContext, { mints: [MINT] });
  return { hosts: body.icon_hosts, uri: body.results[0]?.metadata_uri };
}

test('the description of a token is named only if the operator allows its host', async () => {
  const uri = 'https://icons.example.com/gold.json';
  const hosts = ['icons.example.com'];
  expect(await described(uri)).toEqual({ hosts: [], uri: null });
  expect(await described(uri, hosts)).toEqual({ hosts, uri });
  for (const other of [
    'http://icons.example.com/gold.json',
    'https://other.example.com/',
    'ipfs://gold',
    '',
  ]) {
    expect(await described(other, hosts)).toEqual({ hosts, uri: null });
  }
});
