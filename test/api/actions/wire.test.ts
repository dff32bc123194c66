import { describe, expect, test } from 'vitest';
import { explorerLinks } from '../../../api/actions/addresses.ts';
import { wireInstant, wireInteger, wireTime } from '../../../api/actions/wire.ts';

describe('values on the wire', () => {
  test('integers keep every digit in JSON', () => {
    const texts = [0n, -1n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
    expect(JSON.stringify(texts.map(wireInteger))).toBe(`[${texts.join(',')}]`);
  });

  test('times are RFC 3339 in UTC, and null where the calendar ends', () => {
    expect(wireTime(0n)).toBe('1970-01-01T00:00:00Z');
    expect(wireTime(1_790_432_000n)).toBe('2026-09-26T14:13:20Z');
    expect(wireTime(253_402_300_799n)).toBe('9999-12-31T23:59:59Z');
    expect(wireTime(-62_167_219_200n)).toBe('0000-01-01T00:00:00Z');
    for (const seconds of [253_402_300_800n, -62_167_219_201n, 2n ** 63n - 1n, -(2n ** 63n)]) {
      expect(wireTime(seconds)).toBeNull();
    }
    expect(wireInstant(1_250)).toBe('1970-01-01T00:00:01.250Z');
  });

  test('explorer links name the cluster', () => {
    expect(explorerLinks('devnet')('Key')).toBe('https://explorer.solana.com/address/Key?cluster=devnet');
    expect(explorerLinks('mainnet-beta', 'https://rpc.example')('Key')).toBe(
      'https://explorer.solana.com/address/Key?cluster=mainnet-beta',
    );
    expect(explorerLinks('localnet')('Key')).toBe('https://explorer.solana.com/address/Key?cluster=custom');
  });

  test('explorer links never carry a credential of the RPC node', () => {
    const link = explorerLinks('localnet', 'https://user:secret@rpc.example:8443/path?api-key=secret')('Key');
    expect(link).toBe(
      'https://explorer.solana.com/address/Key?cluster=custom&customUrl=https%3A%2F%2Frpc.example%3A8443%2Fpath',
    );
  });
});
