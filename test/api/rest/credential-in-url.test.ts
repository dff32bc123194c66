import { expect, test } from 'vitest';
import { createSecrets } from '../../../api/access/agents/secret.ts';
import { credentialInUrl } from '../../../api/rest/credential-in-url.ts';

const { secret } = createSecrets({ token: 'llp_', key: 'llk_' }).make('key');
const held = credentialInUrl(['llp_', 'llk_']);

test.each([
  `/api/v1/ilo/status/?q=${secret}`,
  `/api/v1/keys/${secret}/revoke/`,
  `/mcp?a=1&x=%6clk_${secret.slice(4)}`,
  '/mcp/agent-v1?access_token=x',
  '/graphql?query={source}&API_KEY=x',
  '/?api-key=',
  '/?to%6ben=x',
  '/pair?device_code=x',
])('finds a credential in %s', (url) => {
  expect(held(url)).toBe(true);
});

test.each([
  '/api/v1/ilo/launches/?status=active&cursor=abc_def',
  '/pair?user_code=BCDF-GHJK',
  `/?q=llx_${secret.slice(4)}`,
  '/?q=llk_short',
  '/token/',
  '/',
  '/?',
])('finds none in %s', (url) => {
  expect(held(url)).toBe(false);
});

test('takes no cursor for one where an API takes no credentials', () => {
  expect(credentialInUrl([])(`/?cursor=abc_${secret.slice(4)}`)).toBe(false);
  expect(credentialInUrl([])('/?token=x')).toBe(true);
});
