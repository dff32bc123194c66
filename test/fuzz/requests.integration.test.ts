import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedOperations, hostileRequests } from './support/http/operations.ts';
import { hostileTargets } from './support/http/other-requests.ts';
import { startWholeApi, type WholeApi } from './support/http/whole-api.ts';
import { Random } from './support/random.ts';
import { fuzz } from './support/run.ts';
import { answeredByNoFault, as, requests, requestsTo } from './targets/requests.ts';

const SEED = 'launchlens';
/** As many as take a few seconds; `npm run fuzz -- --target requests` goes on for as long as one likes. */
const INPUTS = 600;

describe('whatever a client sends, no fault of the server answers it and nothing is logged as an error', () => {
  let api: WholeApi;
  beforeAll(async () => {
    api = await startWholeApi();
  });
  afterAll(async () => {
    await api?.stop();
  });

  test.for([
    ['a parameter of 8,200 characters', `/api/v1/ilo/launches/${'A'.repeat(8_200)}/`, '414'],
    ['an encoded parameter of 2,750 characters', `/api/v1/ilo/launches/${'%41'.repeat(2_750)}/`, '414'],
    ['a long path that nobody serves', `/api/v1/nothing/${'A'.repeat(8_200)}`, '414'],
    ['a path longer than a head may be', `/launches/${'A'.repeat(20_000)}`, '400'],
    ['a file above its folder', '/assets/../x', '404'],
    ['an encoded way above the folder', '/assets/..%2f..%2fetc/passwd', '404'],
    ['a null byte', '/assets/%00', '404'],
    ['overlong UTF-8', '/assets/%c0%ae%c0%ae/x', '400'],
  ] as const)('for %s', async ([, target, status]) => {
    expect(await answeredByNoFault(api, { method: 'GET', target, headers: {} })).toBe(status);
  });

  test('for hostile text in every parameter of every operation', async () => {
    const random = new Random(SEED, 'addresses');
    const seen = new Set<string>();
    for (const { operation, request } of hostileRequests(await describedOperations(api.url))) {
      seen.add(await answeredByNoFault(api, as(random, api, request), operation.mayBeUnavailable));
    }
    expect([...seen]).toEqual(expect.arrayContaining(['200', '400', '404', '414']));
  });

  test('for every hostile text behind every other path', async () => {
    const random = new Random(SEED, 'addresses');
    const seen = new Set<string>();
    for (const request of hostileTargets()) seen.add(await answeredByNoFault(api, as(random, api, request)));
    expect([...seen]).toEqual(expect.arrayContaining(['404', '414']));
  });

  test('for random requests', async () => {
    const target = { ...requests, start: () => requestsTo(api) };
    const { findings, inputs, verdicts } = await fuzz(target, { seed: SEED, from: 0, inputs: INPUTS, ms: 0 });
    expect({ findings, inputs }).toEqual({ findings: [], inputs: INPUTS });
    expect(verdicts[requests.good]).toBeGreaterThan(0);
  });
});
