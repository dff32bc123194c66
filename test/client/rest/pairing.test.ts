import { expect, test } from 'vitest';
import { json, scripted } from '../support/answering.ts';

const STARTED = {
  ...{ user_code: 'BCDF-GHJK', device_code: 'd'.repeat(44) },
  ...{ verification_url: 'https://x.example/pair', verification_url_complete: 'https://x.example/pair?c' },
};
const APPROVED = { status: 'approved', token: 'llp_token', scopes: ['read'] };

test.each([
  [undefined, 5_000],
  [7, 7_000],
])('an agent that is told the interval %s polls every %i milliseconds', async (interval, milliseconds) => {
  const { client, asked, waited } = scripted(({ url }, attempt) => {
    if (url.endsWith('/pair/start/')) return json({ ...STARTED, interval });
    return json(attempt === 4 ? APPROVED : { status: 'pending' });
  });

  await client.pair({ scopes: ['read'], onCode: () => undefined });

  expect(waited).toEqual([milliseconds, milliseconds, milliseconds]);
  const bodies = asked.map(({ init }) => JSON.parse(String(init.body)));
  expect(bodies[0]).toEqual({ requested_scopes: ['read'] });
  expect(bodies.slice(1)).toEqual(Array(3).fill({ device_code: STARTED.device_code }));
});
