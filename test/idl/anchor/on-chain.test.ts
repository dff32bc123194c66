import { createRequire } from 'node:module';
import { deflateSync, gzipSync } from 'node:zlib';
import anchor from '@coral-xyz/anchor';
import { describe, expect, test } from 'vitest';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { type FoundAccount, PROGRAM_METADATA, placesOf } from '../../../idl/anchor/on-chain.ts';
import { testWallet } from '../../support/wallets.ts';

const { web3 } = anchor;
const { idlAddress, encodeIdlAccount } = createRequire(import.meta.url)(
  '@coral-xyz/anchor/dist/cjs/idl.js',
) as typeof import('@coral-xyz/anchor/dist/cjs/idl.js');

const PROGRAM = parsePubkey('MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD');
const TEXT = JSON.stringify({ name: 'marinade' });
const [metadata, byAnchor] = placesOf(PROGRAM);

function anchorAccount(packed: Buffer): FoundAccount {
  const body = encodeIdlAccount({ authority: new web3.PublicKey(testWallet('owner').address), data: packed });
  const discriminator = Buffer.from('184662bf3a907b9e', 'hex');
  return { owner: PROGRAM, data: Buffer.concat([discriminator, body]) };
}

interface Header {
  readonly kind?: number;
  readonly encoding?: number;
  readonly compression?: number;
  readonly format?: number;
  readonly source?: number;
}

function metadataAccount(body: Buffer, header: Header = {}): FoundAccount {
  const { kind = 2, encoding = 1, compression = 2, format = 1, source = 0 } = header;
  const data = Buffer.alloc(96);
  data[0] = kind;
  data.set([encoding, compression, format, source], 83);
  data.writeUInt32LE(body.length, 87);
  return { owner: PROGRAM_METADATA, data: Buffer.concat([data, body]) };
}

const refusing = (reason: string, place = metadata) => ({
  code: 'IDL_REFUSED',
  context: { path: `account ${place?.address}`, reason },
});

describe('an IDL on chain', () => {
  test('is looked for where Anchor’s own client looks', async () => {
    expect(byAnchor?.address).toBe((await idlAddress(new web3.PublicKey(PROGRAM))).toBase58());
    const seeds = [new web3.PublicKey(PROGRAM).toBuffer(), Buffer.from('idl'.padEnd(16, '\0'))];
    const [canonical] = web3.PublicKey.findProgramAddressSync(seeds, new web3.PublicKey(PROGRAM_METADATA));
    expect(metadata?.address).toBe(canonical.toBase58());
  });

  test('is read as Anchor’s own client writes it', () => {
    expect(byAnchor?.read(anchorAccount(deflateSync(TEXT)))).toBe(TEXT);
  });

  test.each([
    ['zlib', metadataAccount(deflateSync(TEXT))],
    ['gzip', metadataAccount(gzipSync(TEXT), { compression: 1 })],
    ['no compression', metadataAccount(Buffer.from(TEXT), { compression: 0, encoding: 0 })],
    ['base64', metadataAccount(Buffer.from(deflateSync(TEXT).toString('base64')), { encoding: 3 })],
    [
      'base58',
      metadataAccount(Buffer.from(anchor.utils.bytes.bs58.encode(deflateSync(TEXT))), { encoding: 2 }),
    ],
  ])('is read from the metadata program in %s', (_, account) => {
    expect(metadata?.read(account)).toBe(TEXT);
  });

  test.each([
    ['of another program', { ...metadataAccount(deflateSync(TEXT)), owner: PROGRAM }, 'it holds no metadata'],
    ['of another kind', metadataAccount(deflateSync(TEXT), { kind: 1 }), 'it holds no metadata'],
    [
      'that links to it',
      metadataAccount(Buffer.from('https://'), { source: 1 }),
      'it only says where the IDL is',
    ],
    ['in YAML', metadataAccount(deflateSync(TEXT), { format: 2 }), 'it is not JSON'],
    [
      'in an unknown compression',
      metadataAccount(deflateSync(TEXT), { compression: 9 }),
      'its compression or encoding is not known',
    ],
    [
      'that is not compressed as it says',
      metadataAccount(Buffer.from(TEXT)),
      'it cannot be decompressed, or is too large',
    ],
    [
      'that is a bomb',
      metadataAccount(deflateSync(Buffer.alloc(50_000_000))),
      'it cannot be decompressed, or is too large',
    ],
    [
      'without a header',
      { owner: PROGRAM_METADATA, data: Buffer.from([2, 0]) },
      'it only says where the IDL is',
    ],
  ])('is refused in an account %s', (_, account, reason) => {
    expect(() => metadata?.read(account)).toThrow(expect.objectContaining(refusing(reason)));
  });

  test('is refused where an account of Anchor is cut off, or none', () => {
    const { owner, data } = anchorAccount(deflateSync(TEXT));
    const read = (account: FoundAccount) => () => byAnchor?.read(account);
    expect(read({ owner, data: data.subarray(0, -1) })).toThrow(
      expect.objectContaining(refusing('it is cut off', byAnchor)),
    );
    expect(read({ owner: PROGRAM_METADATA, data })).toThrow(
      expect.objectContaining(refusing('it is no IDL account of Anchor', byAnchor)),
    );
  });
});
