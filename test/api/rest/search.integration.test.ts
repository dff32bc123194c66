import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { escrowTokenAddress, launchAddress, pledgeAddress } from '../../../idl/pda.ts';
import { searchAnswer } from '../../../schemas/rest/search.ts';
import { keyOf, pubkeyOf, TEST_PROGRAM } from '../../support/index-builder.ts';
import { mirrorSuite } from '../support/mirror-suite.ts';

const program = pubkeyBytes(TEST_PROGRAM);
const signatureOf = (name: string) => base58.encode(Buffer.concat([keyOf(name), keyOf(name)]));

describe('GET /ilo/search/', () => {
  const mirror = mirrorSuite();
  const ask = async (query: string, slots = '') => {
    const { json } = await mirror.api.get(`/api/v1/ilo/search/?query=${query}${slots}`);
    expect(() => searchAnswer.parse(json)).not.toThrow();
    expect(json).toMatchObject({ query, count: json.found.length });
    return json.found;
  };
  const hit = (kind: string, launchId: string | null, more: object = {}) => {
    return { kind, launch_id: launchId, wallet: null, slot: null, ...more };
  };
  const fill = async () => {
    mirror.index
      .launch({ launchId: 7n, slot: 2n })
      .launch({ launchId: 8n, slot: 5n })
      .tokenAccount({ launchId: 7n, role: 'escrow', slot: 3n })
      .tokenAccount({ launchId: 7n, role: 'vault', slot: 3n })
      .pledge({ launchId: 7n, slot: 4n, pledger: 'a' })
      .flow({ launchId: 7n, slot: 4n, wallet: 'a', amount: 5n, transaction: 'paid in' })
      .flow({ launchId: 8n, slot: 6n, wallet: 'b', amount: 5n, transaction: 'both' })
      .flow({ launchId: 7n, slot: 6n, wallet: 'b', amount: 5n, transaction: 'both' })
      .coverage('streamed', 1n, 9n);
    await mirror.show(9n);
  };

  test('knows a launch by its id and address, and an address by what it is to launches', async () => {
    await fill();
    const address = (bytes: Uint8Array) => pubkeyFromBytes(bytes);
    expect(await ask('7')).toEqual([hit('launch', '7')]);
    expect(await ask(address(launchAddress(program, 7n)))).toEqual([hit('launch', '7')]);
    expect(await ask(pubkeyOf('launch mint'))).toEqual([hit('launch_mint', '8'), hit('launch_mint', '7')]);
    expect(await ask(pubkeyOf('pledge mint'))).toEqual([hit('pledge_mint', '8'), hit('pledge_mint', '7')]);
    expect(await ask(pubkeyOf('authority'))).toEqual([hit('authority', '8'), hit('authority', '7')]);
    expect(await ask(pubkeyOf('escrow 7'))).toEqual([hit('escrow_token_account', '7')]);
    expect(await ask(pubkeyOf('vault 7'))).toEqual([hit('launch_vault', '7')]);
    expect(await ask(address(escrowTokenAddress(program, 8n)))).toEqual([]);
  });

  test('knows a wallet by its pledges, and a Pledge by its wallet', async () => {
    await fill();
    const wallet = pubkeyOf('a');
    expect(await ask(wallet)).toEqual([hit('wallet', null, { wallet })]);
    const pledge = pubkeyFromBytes(pledgeAddress(program, 7n, keyOf('a')));
    expect(await ask(pledge)).toEqual([hit('pledge', '7', { wallet })]);
    expect(await ask(pubkeyOf('b'))).toEqual([]);
  });

  test('knows a transaction by its signature, in every launch that it touched', async () => {
    await fill();
    expect(await ask(signatureOf('paid in'))).toEqual([hit('transaction', '7', { slot: 4 })]);
    expect(await ask(signatureOf('both'))).toEqual([
      hit('transaction', '8', { slot: 6 }),
      hit('transaction', '7', { slot: 6 }),
    ]);
    expect(await ask(signatureOf('none'))).toEqual([]);
  });

  test('answers as of a slot', async () => {
    await fill();
    expect(await ask('8', '&as_of_slot=4')).toEqual([]);
    expect(await ask(pubkeyOf('a'), '&as_of_slot=3')).toEqual([]);
    expect(await ask(signatureOf('both'), '&as_of_slot=5')).toEqual([]);
    expect(await ask(signatureOf('both'), '&as_of_slot=6')).toHaveLength(2);
  });

  test('names at most a hundred launches, and how many there are', async () => {
    for (let launchId = 1n; launchId <= 101n; launchId += 1n) mirror.index.launch({ launchId, slot: 2n });
    await mirror.show(9n);
    const { json } = await mirror.api.get(`/api/v1/ilo/search/?query=${pubkeyOf('authority')}`);
    expect([json.count, json.found.length, json.found[0].launch_id]).toEqual([101, 100, '101']);
  });

  test.each(['', 'launch', '18446744073709551616', '0x07', pubkeyOf('a').slice(0, 20)])(
    'refuses %j, which names nothing on a chain',
    async (query) => {
      await mirror.show(9n);
      expect(await mirror.api.get(`/api/v1/ilo/search/?query=${query}`)).toMatchObject({ status: 400 });
    },
  );
});
