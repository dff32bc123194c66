import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { welcome } from '../../../cli/terminal/welcome.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { settingsSchema } from '../../../core/kernel/settings/schema.ts';
import { defineProgram } from '../../../idl/anchor/program.ts';
import { LOCALNET_PROGRAM_ID, LOCALNET_VAULT_ID } from '../../../idl/localnet.ts';

const chain = { SOLANA_RPC_URL: 'http://chain:8899', YELLOWSTONE_ENDPOINT: 'http://chain:1' };
const settings = settingsSchema.parse({ ...chain, ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID });
const stores = { facts: 'the facts are here', decisions: 'the decisions are there' };
const shown = { apiUrl: 'http://api:8080', settings, programs: [], stores, logFile: undefined };

function rowsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
      return name && value ? [[name, value] as const] : [];
    }),
  );
}

test('the welcome names every API, the rewards among them, and both stores', () => {
  const rows = rowsOf(welcome({ ...shown, demo: false }));
  for (const [name, path] of [
    ['explorer', '/ '],
    ['REST', '/api/v1/ilo/status/'],
    ['rewards', '/api/v1/user-rewards/summary/'],
    ['reference', '/docs'],
    ['GraphQL', '/graphql'],
    ['MCP', '/mcp'],
    ['readiness', '/ready'],
  ] as const) {
    expect(rows.get(name)).toMatch(new RegExp(`^http://api:8080${path}`));
  }
  expect(rows.get('rewards')).toContain('http://api:8080/api/v1/auth/');
  expect([rows.get('facts'), rows.get('decisions')]).toEqual([stores.facts, stores.decisions]);
});

test('the welcome of the demo fetches the verifier from the API, so that no file of a checkout is needed', () => {
  const text = welcome({ ...shown, demo: true });
  expect(text).toContain(
    'curl -O -sSf http://api:8080/verify-ilo-settlement.mjs && node verify-ilo-settlement.mjs --launch-id 1 --rpc http://chain:8899 --api http://api:8080\n',
  );
  expect(text).toContain('export $(node docs/examples/sign-in.mjs http://api:8080/api/v1 demo) && curl ');
});

test('the welcome of a program says where its accounts are, and nothing of launches where none are followed', () => {
  const idlText = readFileSync(
    new URL('../../../fixtures/localnet/vault-program/vault.json', import.meta.url),
    'utf8',
  );
  const programs = [defineProgram({ name: 'vault', address: parsePubkey(LOCALNET_VAULT_ID), idlText })];
  const alone = rowsOf(welcome({ ...shown, settings: settingsSchema.parse(chain), programs, demo: false }));
  const beside = rowsOf(welcome({ ...shown, programs, demo: true }));

  const listing = `http://api:8080/api/v1/programs/vault/accounts/Position/ (program ${LOCALNET_VAULT_ID})`;
  for (const rows of [alone, beside]) {
    expect(rows.get('vault')).toBe(listing);
    expect(rows.get('Query vault:')).toContain('sql "SELECT * FROM launchlens_vault.Position LIMIT 5"');
    expect(rows.get('Audit it:')).toMatch(/audit --program vault$/);
  }
  expect(alone.get('explorer')).toMatch(/^http:\/\/api:8080\/programs /);
  expect([...alone.entries()].join('\n')).not.toMatch(/ilo|reward|launch-id/);
  expect(beside.get('Check it:')).toContain('--launch-id 1');
});
