import { describe, expect, test } from 'vitest';
import { pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { createKeypair } from '../../fixtures/localnet/keys/keypair.ts';
import {
  isActiveNft,
  nameAddresses,
  recordWallet,
  registryOwner,
  signedRecordWallet,
} from '../../idl/name-service.ts';

const owner = createKeypair('names', 'owner');
const wallet = createKeypair('names', 'wallet');
const [ownerKey, walletKey] = [pubkeyFromBytes(owner.address), pubkeyFromBytes(wallet.address)];

interface RecordParts {
  readonly byOwner?: number;
  readonly byWallet?: number;
  readonly stale?: Uint8Array;
  readonly proof?: Uint8Array;
}

function record({
  byOwner = 1,
  byWallet = 1,
  stale = owner.address,
  proof = wallet.address,
}: RecordParts = {}) {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(byOwner, 0);
  head.writeUInt16LE(byWallet, 2);
  head.writeUInt32LE(32, 4);
  return Buffer.concat([Buffer.alloc(96), head, stale, proof, wallet.address]);
}

describe('names of the Solana Name Service', () => {
  // As explorers and other clients derive them.
  test.for([
    ['bonfida', 'Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb'],
    ['toly', 'FX1APjKbFu6M8GKb3dGXcZLXjxX4fGaYwvHqb5Vaee8q'],
    ['a', 'ELoM9Yo5jdNE64uV7y9oQNG5yB9Npk6S518rRWDJ5hxy'],
  ])('%s.sol is registered at %s', ([label = '', address]) => {
    expect(nameAddresses(label).registry).toBe(address);
  });

  test('a registry names its owner, and an NFT record says whether the name is a token', () => {
    expect(registryOwner(Buffer.concat([Buffer.alloc(32), owner.address, Buffer.alloc(32)]))).toBe(ownerKey);
    expect(registryOwner(Buffer.alloc(95))).toBeUndefined();
    expect([isActiveNft(Buffer.of(2)), isActiveNft(Buffer.of(3))]).toEqual([true, false]);
  });

  test('a record counts only if the present owner wrote it and its wallet confirmed it', () => {
    expect(recordWallet(record(), ownerKey)).toBe(walletKey);
    expect(recordWallet(record({ stale: wallet.address }), ownerKey)).toBe('stale');
    expect(recordWallet(record({ proof: owner.address }), ownerKey)).toBe('unproven');
    expect(recordWallet(record({ byOwner: 0 }), ownerKey)).toBe('unproven');
    expect(recordWallet(record({ byWallet: 2 }), ownerKey)).toBe('unproven');
    expect(recordWallet(Buffer.alloc(100), ownerKey)).toBe('unproven');
  });

  test('a record of the older form counts only with the signature of the present owner', () => {
    const { recordV1 } = nameAddresses('bonfida');
    const signed = Buffer.concat([wallet.address, pubkeyBytes(recordV1)]).toString('hex');
    const data = (signer: typeof owner) =>
      Buffer.concat([Buffer.alloc(96), wallet.address, signer.sign(new TextEncoder().encode(signed))]);

    expect(signedRecordWallet(data(owner), recordV1, ownerKey)).toBe(walletKey);
    expect(signedRecordWallet(data(wallet), recordV1, ownerKey)).toBeUndefined();
    expect(signedRecordWallet(Buffer.alloc(150), recordV1, ownerKey)).toBeUndefined();
  });
});
