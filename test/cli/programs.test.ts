import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPrograms } from '../../cli/programs/open.ts';
import type { ProgramFlags } from '../../cli/programs/options.ts';
import { systemClock } from '../../core/kernel/clock.ts';
import { parsePubkey } from '../../core/kernel/pubkey.ts';
import { settingsSchema } from '../../core/kernel/settings/schema.ts';
import { openRpcLimit } from '../../core/rpc/rate-limit.ts';
import { LOCALNET_VAULT_ID } from '../../idl/localnet.ts';

const IDL = new URL('../../fixtures/localnet/vault-program/vault.json', import.meta.url).pathname;
const settings = settingsSchema.parse({});
const reading = { settings, clock: systemClock, rpcLimit: openRpcLimit(settings) };
const open = (flags: ProgramFlags) => openPrograms(reading, flags, 'up');

function configFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'launchlens-config-')), 'launchlens.toml');
  writeFileSync(file, text);
  return file;
}

const entry = (more = '') => `[[program]]\naddress = "${LOCALNET_VAULT_ID}"\nidl = "${IDL}"\n${more}\n`;

describe('the programs that a command follows', () => {
  test('come from the configuration file, and then from the command line', async () => {
    const config = configFile(
      entry(
        'accounts = ["Position"]\nfilters = [{ data_size = 165 }, { memcmp = { offset = 8, bytes = "2" } }]',
      ),
    );
    const flags = { config, program: parsePubkey(LOCALNET_VAULT_ID), idl: IDL, name: 'second' };
    const programs = await open(flags);
    expect(
      programs.map(({ name, database, accounts, filters }) => ({ name, database, accounts, filters })),
    ).toEqual([
      {
        name: 'vault',
        database: 'launchlens_vault',
        accounts: ['Position'],
        filters: [{ dataSize: 165 }, { memcmp: { offset: 8, bytes: '2' } }],
      },
      { name: 'second', database: 'launchlens_second', accounts: undefined, filters: [] },
    ]);
    expect(programs[0]?.types.map(({ name }) => name)).toEqual(['Position', 'Reserve']);
  });

  test.each([
    [
      'an address',
      '[[program]]\naddress = "abc"\nidl = "x"',
      /number 1: address is not valid: an address is base58 of 32 bytes\.$/,
    ],
    ['TOML', '[[program', /is not valid: Invalid TOML/],
    ['a key', entry('colour = 1'), /number 1 is not valid: Unrecognized key: "colour"\.$/],
    ['a name', entry('name = "Vault"'), /name is not valid: a name has 1 to 32 small letters/],
    ['a taken name', entry() + entry(), /another program is named "vault"\.$/],
    [
      'an IDL',
      `[[program]]\naddress = "${LOCALNET_VAULT_ID}"\nidl = "none.json"`,
      /none\.json cannot be read: there is no such file\.$/,
    ],
    [
      'an account type',
      entry('accounts = ["Pool"]'),
      /accounts is not valid: the IDL has no account type "Pool", only Position, Reserve\.$/,
    ],
    ['a filter', entry('filters = [{ data_size = -1 }]'), /filters: number 1 is not valid: a filter is/],
    ['compared bytes', entry('filters = [{ memcmp = { offset = 0, bytes = "0" } }]'), /is not valid/],
    [
      'an IDL on chain without a node',
      `[[program]]\naddress = "${LOCALNET_VAULT_ID}"\nidl = "on-chain"`,
      /^SOLANA_RPC_URL is not set/,
    ],
  ])('one line names %s that is wrong', async (_what, text, line) => {
    await expect(open({ config: configFile(text) })).rejects.toThrow(line);
  });

  test('options that go together are asked for', async () => {
    await expect(open({ program: parsePubkey(LOCALNET_VAULT_ID) })).rejects.toThrow(
      '--program is not valid: it needs --idl, with a file or `on-chain`.',
    );
    await expect(open({ name: 'vault' })).rejects.toThrow(
      '--idl and --name is not valid: they go with --program.',
    );
    await expect(open({ config: 'none.toml' })).rejects.toThrow(
      'none.toml is not valid: there is no such file.',
    );
  });
});
