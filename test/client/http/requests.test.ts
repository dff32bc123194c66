import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as client from '../../../client/index.ts';
import { json, scripted } from '../support/answering.ts';

const refusing = (status: number, body: unknown = { detail: 'So it is.' }, headers = {}) =>
  scripted(() => json(body, status, headers), { retries: 0 });

const failureOf = async (asked: Promise<unknown>): Promise<client.ClientError> => {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof client.ClientError)) throw new Error(`no ClientError: ${inspect(error)}`);
  return error;
};

describe('a refusal', () => {
  test.each([
    [400, client.InvalidRequestError, 'invalid_request'],
    [401, client.AuthenticationError, 'authentication_failed'],
    [403, client.ForbiddenError, 'forbidden'],
    [404, client.NotFoundError, 'not_found'],
    [409, client.ConflictError, 'conflict'],
    [410, client.SlotNotHeldError, 'slot_not_held'],
    [412, client.SlotNotReachedError, 'slot_not_reached'],
    [414, client.InvalidRequestError, 'invalid_request'],
    [422, client.InvalidRequestError, 'invalid_request'],
    [429, client.RateLimitedError, 'rate_limited'],
    [500, client.ServerError, 'server_failed'],
    [502, client.UnavailableError, 'unavailable'],
    [503, client.UnavailableError, 'unavailable'],
  ])('of status %i has a class and a code of its own', async (status, kind, code) => {
    const error = await failureOf(refusing(status).client.launches.status());
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ code, status });
    expect(error.message).toContain('So it is.');
  });

  test('that is none of the API keeps its status', async () => {
    const error = await failureOf(refusing(502, '<html>Bad gateway</html>').client.launches.status());
    expect(error).toMatchObject({ code: 'unavailable', message: 'The server answered 502.' });
  });

  test('before the mint is typed', async () => {
    const body = { detail: 'REWARD is not minted yet.', pre_mint: true, reward_asset: 'REWARD' };
    const error = await failureOf(refusing(409, body).client.rewards.claimReferrals('wallet'));
    expect(error).toBeInstanceOf(client.PreMintError);
    expect(error).toBeInstanceOf(client.ConflictError);
    expect(error).toMatchObject({ code: 'pre_mint', preMint: true, rewardAsset: 'REWARD' });
  });

  test('for the rate says when to go on', async () => {
    const error = await failureOf(refusing(429, {}, { 'retry-after': '77' }).client.launches.status());
    expect(error).toMatchObject({ retryAfter: 77 });
  });

  test('that repeats the secret of its request is told without it, in every form of printing', async () => {
    const echo = scripted((asked) => json({ detail: `No ${asked.headers.get('authorization')}.` }, 401), {
      sessionToken: 'jwt.of.owner',
    });
    const error = await failureOf(echo.client.rewards.summary());
    const printed = `${error} ${error.stack} ${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;
    expect(echo.asked[0]?.headers.get('authorization')).toBe('Bearer jwt.of.owner');
    expect(printed).not.toContain('jwt.of.owner');
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      ...{ name: 'AuthenticationError', code: 'authentication_failed', status: 401 },
      pairUrl: 'https://launchlens.example/pair',
    });
  });
});

describe('trying again', () => {
  test('reads until an answer comes, waiting longer each time', async () => {
    const {
      client: reading,
      asked,
      waited,
    } = scripted((_asked, attempt) => {
      if (attempt === 1) throw new TypeError('fetch failed');
      return attempt === 2 ? json({}, 502) : json({ phase: 'active' });
    });
    expect(await reading.launches.status()).toEqual({ phase: 'active' });
    expect(asked.length).toBe(3);
    const [first = 0, second = 0] = waited;
    expect(first).toBeGreaterThanOrEqual(200);
    expect(first).toBeLessThanOrEqual(300);
    expect(second).toBeGreaterThanOrEqual(400);
    expect(second).toBeLessThanOrEqual(600);
  });

  test('ends, and says what was wrong at last', async () => {
    const { client: reading, asked } = scripted(() => {
      throw new TypeError('fetch failed');
    });
    const error = await failureOf(reading.launches.status());
    expect(error).toBeInstanceOf(client.UnreachableError);
    expect(error.message).toBe('https://launchlens.example cannot be reached.');
    expect(asked.length).toBe(3);
  });

  test('waits as long as the server asks', async () => {
    const { client: reading, waited } = scripted((_asked, attempt) =>
      attempt === 1 ? json({}, 429, { 'retry-after': '7' }) : json({}),
    );
    await reading.launches.status();
    expect(waited[0]).toBeGreaterThanOrEqual(7_000);
  });

  test('leaves it to the caller where the server asks for long', async () => {
    const { client: reading, asked } = scripted(() => json({}, 429, { 'retry-after': '3600' }));
    expect(await failureOf(reading.launches.status())).toMatchObject({ retryAfter: 3600 });
    expect(asked.length).toBe(1);
  });

  test.each([400, 401, 404, 409, 410, 500])('is not for status %i', async (status) => {
    const { client: reading, asked } = scripted(() => json({}, status));
    await failureOf(reading.launches.status());
    expect(asked.length).toBe(1);
  });

  test('is not for what may have been done already', async () => {
    const { client: issuing, asked } = scripted(() => json({}, 503));
    await failureOf(issuing.keys.issue({ label: 'a key', scopes: ['read'] }));
    await failureOf(issuing.keys.rotate('id'));
    expect(asked.length).toBe(2);
  });

  test('claims under one key, so that a repeat is the same claim', async () => {
    const { client: claiming, asked } = scripted((_asked, attempt) =>
      attempt === 1 ? json({}, 503) : json('{"id":1,"reward_amount":9007199254740993}'),
    );
    expect(await claiming.rewards.claimClones('wallet')).toEqual({
      id: 1n,
      reward_amount: 9007199254740993n,
    });
    const [first, second] = asked.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
  });
});

describe('a call', () => {
  const never = () =>
    scripted(
      ({ init }) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
      { retries: 0 },
    );

  test('ends with the signal, for its reason', async () => {
    const stopping = new AbortController();
    const { client: reading } = never();
    const asked = reading.launches.status({ signal: stopping.signal });
    const reason = new Error('the user went away');
    stopping.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect(reading.launches.status({ signal: stopping.signal })).rejects.toBe(reason);
  });

  test('ends when its time is over', async () => {
    const error = await failureOf(never().client.launches.status({ timeoutMs: 1 }));
    expect(error).toBeInstanceOf(client.TimeoutError);
    expect(error.message).toBe('https://launchlens.example did not answer within 1 ms.');
  });

  test('follows no redirect with what it carries', async () => {
    const { client: reading, asked } = scripted(() => json({}));
    await reading.launches.status();
    expect(asked[0]?.init.redirect).toBe('error');
  });

  test('sends its options in the words of the API, and nothing of how it is made', async () => {
    const { client: reading, asked } = scripted(() => json({}));
    await reading.launches.pledges(2n ** 64n - 1n, {
      ...{ orderBy: 'amount_desc', minAmount: 5n, asOfSlot: 9, maxLagSlots: '3', limit: 2 },
      ...{ timeoutMs: 1_000, retries: 0, cursor: undefined },
    });
    expect(asked[0]?.url).toBe(
      'https://launchlens.example/api/v1/ilo/launches/18446744073709551615/pledges/?order_by=amount_desc&min_amount=5&as_of_slot=9&max_lag_slots=3&limit=2',
    );
    await reading.launches.get('1/../2');
    expect(asked[1]?.url).toBe('https://launchlens.example/api/v1/ilo/launches/1%2F..%2F2/');
  });

  test('refuses an answer that is no JSON, without repeating it', async () => {
    const error = await failureOf(scripted(() => json('llp_secret')).client.launches.status());
    expect(error).toBeInstanceOf(client.MalformedAnswerError);
    expect(inspect(error)).not.toContain('llp_secret');
  });
});
