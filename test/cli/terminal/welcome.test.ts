import { expect, test } from 'vitest';
import { welcome } from '../../../cli/terminal/welcome.ts';
import { settingsSchema } from '../../../core/kernel/settings/schema.ts';

const settings = settingsSchema.parse({
  SOLANA_RPC_URL: 'http://chain:8899',
  YELLOWSTONE_ENDPOINT: 'http://chain:1',
});
const stores = { facts: 'the facts are here', decisions: 'the decisions are there' };

test('the welcome names every API, the rewards among them, and both stores', () => {
  const text = welcome({ apiUrl: 'http://api:8080', settings, stores, logFile: undefined, demo: false });
  const rows = new Map(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
      return name && value ? [[name, value] as const] : [];
    }),
  );
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
  const text = welcome({ apiUrl: 'http://api:8080', settings, stores, logFile: undefined, demo: true });
  expect(text).toContain(
    'curl -O -sSf http://api:8080/verify-ilo-settlement.mjs && node verify-ilo-settlement.mjs --launch-id 1 --rpc http://chain:8899 --api http://api:8080\n',
  );
  expect(text).toContain('export $(node docs/examples/sign-in.mjs http://api:8080/api/v1 demo) && curl ');
});
