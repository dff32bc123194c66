import { expect, test } from 'vitest';
import { createCredentialRates } from '../../../../api/access/agents/rates.ts';
import { manualClock } from '../../../support/manual-clock.ts';

test('each credential has the calls of its tier in a minute, and is told what is left', () => {
  const clock = manualClock(0);
  const rates = createCredentialRates({ clock, perMinute: { paired: 2, elevated: 3 } });
  const paired = { credentialId: 'a', tier: 'paired' } as const;
  expect(rates.take(paired)).toEqual({
    waitSeconds: 0,
    headers: { ratelimit: '"paired";r=1;t=60', 'ratelimit-policy': '"paired";q=2;w=60' },
  });
  expect(rates.take(paired).waitSeconds).toBe(0);
  clock.advance(50_500);
  expect(rates.take(paired)).toMatchObject({ waitSeconds: 10, headers: { ratelimit: '"paired";r=0;t=10' } });
  expect(rates.take({ credentialId: 'b', tier: 'elevated' }).waitSeconds).toBe(0);
  clock.advance(10_000);
  expect(rates.take(paired).waitSeconds).toBe(0);
});
