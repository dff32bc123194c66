import { describe, expect, test } from 'vitest';
import { readOptions, splitOptions } from '../../../verifier/cli/options.ts';
import { PROGRAM, testKey } from '../../support/verifier/launch-bytes.ts';

const KEY = testKey('some key').toBase58();
const read = (...argv: string[]) => readOptions(splitOptions(argv));

describe('the options', () => {
  test('have the defaults of the local chain', () => {
    expect(read('--launch-id', '1')).toEqual({
      launchId: 1n,
      cluster: 'localnet',
      rpc: 'http://127.0.0.1:8899',
      programId: PROGRAM.toBase58(),
      wallet: undefined,
      api: undefined,
      commitment: 'confirmed',
      timeoutMs: 30_000,
      history: false,
    });
  });

  test('take what is given, in both spellings of a value', () => {
    const argv = `--launch-id=18446744073709551615 --cluster devnet --rpc https://rpc.example.com/key --program-id ${KEY}
      --wallet=${KEY} --api http://127.0.0.1:8080/api/v1 --commitment finalized --timeout 5 --history`;
    expect(read(...argv.split(/\s+/))).toEqual({
      launchId: 18_446_744_073_709_551_615n,
      cluster: 'devnet',
      rpc: 'https://rpc.example.com/key',
      programId: KEY,
      wallet: KEY,
      api: 'http://127.0.0.1:8080/api/v1',
      commitment: 'finalized',
      timeoutMs: 5_000,
      history: true,
    });
  });

  test.each([
    ['devnet', 'https://api.devnet.solana.com'],
    ['mainnet-beta', 'https://api.mainnet-beta.solana.com'],
  ])('give %s its public node', (cluster, rpc) => {
    expect(read('--launch-id', '1', '--cluster', cluster, '--program-id', KEY).rpc).toBe(rpc);
  });

  const id = ['--launch-id', '1'];
  test.each([
    ['nothing at all', [], '--launch-id is required'],
    ['an unknown option', [...id, '--verbose'], 'unknown option "--verbose"'],
    ['an unknown option with a value', [...id, '--lunch-id=1'], 'unknown option "--lunch-id"'],
    ['a short option', [...id, '-j'], 'unknown option "-j"'],
    ['a stray word', [...id, 'verify'], 'unexpected argument "verify"'],
    ['what follows --', [...id, '--', 'x'], 'unexpected argument "--"'],
    ['a missing last value', ['--launch-id'], '--launch-id needs a value'],
    ['an empty value', ['--launch-id='], '--launch-id needs a value'],
    ['an option in place of a value', ['--launch-id', '--json'], '--launch-id needs a value'],
    ['a value for a flag', [...id, '--json=yes'], '--json takes no value'],
    ['an option given twice', [...id, ...id], '--launch-id is given twice'],
    ['a negative id', ['--launch-id=-1'], '--launch-id must be a whole number'],
    ['a fraction', ['--launch-id', '1.5'], '--launch-id must be a whole number'],
    ['an id of 65 bits', ['--launch-id', '18446744073709551616'], '--launch-id must be a whole number'],
    [
      'a cluster that does not exist',
      [...id, '--cluster', 'mainnet'],
      'one of localnet, devnet, testnet, mainnet-beta',
    ],
    ['no program on devnet', [...id, '--cluster', 'devnet'], '--program-id is required on devnet'],
    [
      'a program id of 31 bytes',
      [...id, '--program-id', KEY.slice(2)],
      '--program-id must be a base58 public key',
    ],
    ['a wallet that is no key', [...id, '--wallet', 'me'], '--wallet must be a base58 public key'],
    [
      'an RPC address without scheme',
      [...id, '--rpc', 'localhost:8899'],
      '--rpc must be an http:// or https:// URL',
    ],
    [
      'an RPC address of another scheme',
      [...id, '--rpc', 'ws://x'],
      '--rpc must be an http:// or https:// URL',
    ],
    ['a mirror that is no URL', [...id, '--api', 'nowhere'], '--api must be an http:// or https:// URL'],
    ['an unknown commitment', [...id, '--commitment', 'processed'], 'one of confirmed, finalized'],
    ['no time at all', [...id, '--timeout', '0'], '--timeout must be whole seconds from 1 to 600'],
    [
      'a time that is no number',
      [...id, '--timeout', 'long'],
      '--timeout must be whole seconds from 1 to 600',
    ],
  ])('refuse %s in one line', (_what, argv, line) => {
    expect(() => read(...argv)).toThrow(line);
  });

  test('repeat foreign text without its control characters', () => {
    expect(() => read('--launch-id', '1\u001b[2J\n2')).toThrow('not "1 [2J 2"');
  });
});
