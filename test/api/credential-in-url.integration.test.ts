import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets } from '../../api/access/agents/secret.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from './support/mirror-under-test.ts';

const { secret } = createSecrets({ token: 'llp_', key: 'llk_' }).make('token');
const lines: string[] = [];

let under: IndexUnderTest;
let api: ApiUnderTest;
beforeAll(async () => {
  under = await openIndex();
  const logger = createLogger('trace', { write: (line) => void lines.push(line) });
  api = openApi(under.olap, { logger });
});
afterAll(async () => {
  await api.stop();
  await under.dispose();
});

test.each([
  ['GET', '/api/v1/ilo/status/'],
  ['GET', '/api/v1/ilo/launches/1/pledges.csv'],
  ['POST', '/api/v1/pair/start/'],
  ['POST', '/mcp'],
  ['GET', '/mcp'],
  ['POST', '/graphql'],
  ['GET', '/docs'],
  ['GET', '/no-such-path'],
])('%s %s refuses a credential in its URL, readable by browsers and logged nowhere', async (method, path) => {
  for (const query of [`q=${secret}`, `token=${secret}`]) {
    const answer = await api.request(method, `${path}?${query}`, { origin: 'https://app.example.com' });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.text).toContain('Credentials in a URL are refused');
    expect(answer.text).not.toContain(secret);
  }
  expect(lines.join('')).not.toContain(secret);
});
