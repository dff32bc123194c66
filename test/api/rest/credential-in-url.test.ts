import { expect, test } from 'vitest';
import { createSecrets } from '../../../api/access/agents/secret.ts';
import { credentialInUrl } from '../../../api/rest/credential-in-url.ts';

const secrets = createSecrets({ token: 'llp_', key: 'llk_' });
const { secret } = secrets.make('key');
const held = credentialInUrl(secrets);

test.each([
  `/api/v1/ilo/status/?q=${secret}`,
  `/api/v1/keys/${secret}/revoke/`,
  `/?q=llk_${secret}00`,
  `/?q=llp_${secret.slice(0, 20)}${secret}`,
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

test('takes no cursor for one that has its prefix and length by chance', () => {
  const last = secret.endsWith('0') ? '1' : '0';
  expect(held(`/?cursor=K3x${secret.slice(0, -1)}${last}MTIz`)).toBe(false);
});
