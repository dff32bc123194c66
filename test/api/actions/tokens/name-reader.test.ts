import { describe, expect, test } from 'vitest';
import { createNameReader, NAME_KEPT_MS } from '../../../../api/actions/tokens/name-reader.ts';
import { displayName } from '../../../../api/actions/tokens/names.ts';
import { type Pubkey, pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../../idl/programs.ts';
import { METADATA_PROGRAM_ID, metadataAddress } from '../../../../idl/token-metadata.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const [GOLD, TIN, NONE] = [pubkeyOf('gold'), pubkeyOf('tin'), pubkeyOf('none')];

const text = (value: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(value));
  return Buffer.concat([length, Buffer.from(value)]);
};
const called = (mint: Pubkey, name: string, symbol: string, ...uri: readonly string[]) =>
  Buffer.concat([new Uint8Array(32), pubkeyBytes(mint), ...[name, symbol, ...uri].map(text)]);

/** A mint; with metadata, one of Token-2022. */
function mint(metadata?: Uint8Array): Uint8Array {
  const base = Buffer.alloc(metadata ? 166 : 82);
  base[45] = 1;
  if (metadata === undefined) return base;
  base[165] = 1;
  const head = Buffer.alloc(4);
  head.writeUInt16LE(19);
  head.writeUInt16LE(metadata.length, 2);
  return Buffer.concat([base, head, metadata]);
}

const own = (owner: string, data: Uint8Array) => ({ owner: owner as Pubkey, lamports: 1n, data });
const metadata = (address: Pubkey, name: string, symbol: string) =>
  own(METADATA_PROGRAM_ID, Buffer.concat([Buffer.of(4), called(address, name, symbol)]));

function openReader(most?: number) {
  const chain = new Map([
    [GOLD, own(TOKEN_PROGRAM_ID, mint())],
    [metadataAddress(GOLD), metadata(GOLD, 'Gold\0\0', 'GLD\0')],
    [TIN, own(TOKEN_2022_PROGRAM_ID, mint(called(TIN, 'Tin', 'TIN', 'https://icons.example.com/tin.json')))],
    [NONE, own(TOKEN_PROGRAM_ID, mint())],
  ]);
  const asked: number[] = [];
  const clock = manualClock();
  const reader = createNameReader({
    clock,
    accounts: async (addresses) => {
      asked.push(addresses.length);
      return { slot: 7n, held: addresses.map((address) => chain.get(address)) };
    },
    ...(most !== undefined && { most }),
  });
  return { reader, chain, asked, clock };
}

describe('names of tokens', () => {
  test('come from the metadata account or from the extension, and are null without either', async () => {
    const { reader } = openReader();

    const names = await reader.names([GOLD, TIN, NONE]);

    expect(names.get(GOLD)).toEqual({
      name: 'Gold',
      symbol: 'GLD',
      uri: '',
      namedBy: 'metadata_account',
      slot: 7n,
    });
    expect(names.get(TIN)).toEqual({
      name: 'Tin',
      symbol: 'TIN',
      uri: 'https://icons.example.com/tin.json',
      namedBy: 'mint_extension',
      slot: 7n,
    });
    expect(names.get(NONE)).toEqual({ name: null, symbol: null, uri: '', namedBy: null, slot: 7n });
  });

  test('are read from the chain once in ten minutes, also if there is none', async () => {
    const { reader, chain, asked, clock } = openReader();
    await reader.names([GOLD, NONE]);
    chain.set(metadataAddress(GOLD), metadata(GOLD, 'Lead', 'PB'));

    clock.advance(NAME_KEPT_MS - 1);
    expect((await reader.names([GOLD, NONE])).get(GOLD)?.name).toBe('Gold');
    expect(asked).toEqual([4]);

    clock.advance(1);
    expect((await reader.names([GOLD])).get(GOLD)?.name).toBe('Lead');
    expect(asked).toEqual([4, 2]);
  });

  test('are kept up to a bound: what was read longest ago is read again', async () => {
    const { reader, asked } = openReader(2);
    for (const one of [GOLD, TIN, NONE]) await reader.names([one]);

    await reader.names([TIN, NONE]);
    expect(asked).toEqual([2, 2, 2]);
    await reader.names([GOLD]);
    expect(asked).toEqual([2, 2, 2, 2]);
  });
});

describe('displayName', () => {
  test('leaves out what nobody sees and what turns text around, and cuts what is long', () => {
    expect(displayName('Safe\u202eMoon\u0007\u200b  \n Two')).toBe('SafeMoon Two');
    expect(displayName('⚡️ Volt')).toBe('⚡ Volt');
    expect(displayName('x'.repeat(500))).toBe('x'.repeat(40));
  });

  test('is null for nothing, and for a name that mixes scripts to look like another', () => {
    expect([displayName(undefined), displayName('\u200b'), displayName('USDС')]).toEqual([null, null, null]);
  });
});
