import { expect, test } from 'vitest';
import type { CheckContext } from '../../../cli/doctor/check.ts';
import { jupiterCheck } from '../../../cli/doctor/checks.ts';
import { readSettings } from '../../../core/kernel/settings/load.ts';

const SWAPS = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const LEND = 'jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9';
const PERPS = 'PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu';
const API = { JUPITER_API_URL: 'https://api.jup.ag/swap/v2' };
const NODE = { SOLANA_RPC_URL: 'https://node.example', SOLANA_CLUSTER: 'mainnet-beta' };

test.for<[Record<string, string>, string | undefined]>([
  [{}, undefined],
  [{ JUPITER_PROGRAMS: SWAPS }, 'names 1'],
  [{ ...API, ...NODE, JUPITER_PROGRAMS: [SWAPS, LEND, PERPS].join() }, 'names 3'],
  [{ JUPITER_PROGRAMS: `${SWAPS},${LEND}` }, 'below JUPITER_API_URL'],
  [{ JUPITER_API_URL: 'https://jupiter.example', JUPITER_PROGRAMS: LEND }, 'below JUPITER_API_URL'],
  [{ JUPITER_PROGRAMS: PERPS }, 'SOLANA_RPC_URL is not set'],
  [{ ...NODE, SOLANA_CLUSTER: 'devnet', JUPITER_PROGRAMS: PERPS }, 'SOLANA_CLUSTER is devnet'],
])('the doctor says of %o: %s', async ([environment, detail]) => {
  const context = { settings: readSettings(environment, {}) } as CheckContext;
  const finding = await jupiterCheck.run(context);
  expect(finding?.ok).toBe(detail === undefined ? undefined : detail.startsWith('names'));
  if (detail !== undefined) expect(finding?.detail).toContain(detail);
});
