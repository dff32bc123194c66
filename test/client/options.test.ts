import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Launchlens, OptionsError } from '../../client/index.ts';
import { type LaunchlensOptions, settingsOf } from '../../client/options.ts';

const KEY = 'llk_of-the-option';
const TOKEN = 'llp_of-the-option';
const ENV_KEY = 'llk_of-the-environment';
const ENV_TOKEN = 'llp_of-the-environment';

describe('the credential of an agent', () => {
  const both = { LAUNCHLENS_API_KEY: ENV_KEY, LAUNCHLENS_PAIRING_TOKEN: ENV_TOKEN };
  const cases: readonly [string, LaunchlensOptions, string | undefined, string][] = [
    ['is none where none is given', { env: {} }, undefined, 'public'],
    ['is the API key of the options', { apiKey: KEY, env: {} }, KEY, 'agent-v1'],
    ['is the API key of the environment', { env: { LAUNCHLENS_API_KEY: ENV_KEY } }, ENV_KEY, 'agent-v1'],
    [
      'is rather the API key of the options',
      { apiKey: KEY, env: { LAUNCHLENS_API_KEY: ENV_KEY } },
      KEY,
      'agent-v1',
    ],
    [
      'is rather a pairing token than a key',
      { apiKey: KEY, pairingToken: TOKEN, env: {} },
      TOKEN,
      'agent-v1',
    ],
    [
      'is rather the API key of the options than a pairing token of the environment',
      { apiKey: KEY, env: both },
      KEY,
      'agent-v1',
    ],
    ['is rather a pairing token of the environment than a key of it', { env: both }, ENV_TOKEN, 'agent-v1'],
    ['is rather the pairing token of the options', { pairingToken: TOKEN, env: both }, TOKEN, 'agent-v1'],
    ['is not an empty one of the environment', { env: { LAUNCHLENS_API_KEY: ' ' } }, undefined, 'public'],
    [
      'is not shown to a surface that takes none',
      { apiKey: KEY, surface: 'chatgpt-v1', env: {} },
      undefined,
      'chatgpt-v1',
    ],
    ['goes to the surface that is named', { apiKey: KEY, surface: 'agent-lite', env: {} }, KEY, 'agent-lite'],
  ];
  test.each(cases)('%s', (_what, options, credential, surface) => {
    expect(settingsOf(options)).toMatchObject({ credential, surface });
  });

  test.each([{ apiKey: KEY, env: {} }, { env: { LAUNCHLENS_API_KEY: KEY } }])(
    'is refused with the reason where a key is meant for plugin-v1: %o',
    (options) => {
      expect(() => settingsOf({ ...options, surface: 'plugin-v1' })).toThrow(/pairing token only/);
      expect(settingsOf({ pairingToken: TOKEN, surface: 'plugin-v1', ...options }).credential).toBe(TOKEN);
    },
  );

  test('is taken from the environment of the process where no other is given', () => {
    const before = process.env.LAUNCHLENS_API_KEY;
    process.env.LAUNCHLENS_API_KEY = ENV_KEY;
    try {
      expect(settingsOf({}).credential).toBe(ENV_KEY);
    } finally {
      if (before === undefined) delete process.env.LAUNCHLENS_API_KEY;
      else process.env.LAUNCHLENS_API_KEY = before;
    }
  });

  test.each(['llk_with space', 'llk_with\nnewline', '', 'llk_ü'])(
    'is refused without being repeated when no header can carry it: %j',
    (secret) => {
      for (const name of ['apiKey', 'pairingToken', 'sessionToken'] as const) {
        const make = () => new Launchlens({ [name]: secret, env: {} });
        expect(make).toThrow(OptionsError);
        expect(make).toThrow(`${name} must be visible ASCII characters without spaces.`);
      }
    },
  );

  test('is nowhere in what is printed of a client', () => {
    const client = new Launchlens({
      apiKey: KEY,
      pairingToken: TOKEN,
      sessionToken: 'jwt.of.owner',
      env: {},
    });
    const printed = `${inspect(client, { depth: 9, showHidden: true })} ${JSON.stringify(client)} ${client}`;
    for (const secret of [KEY, TOKEN, 'jwt.of.owner']) expect(printed).not.toContain(secret);
  });
});

describe('the address', () => {
  test.each(['ftp://x', 'nonsense', 'https://user:password@x', 'https://x/?token=y'])(
    '%s is refused',
    (url) => {
      expect(() => settingsOf({ url, env: {} })).toThrow(
        'url must be an http or https address without credentials or a query.',
      );
    },
  );

  test('is without a slash at its end, and that of the environment or the local one where none is given', () => {
    expect(settingsOf({ url: 'https://x.example/', env: {} }).url).toBe('https://x.example');
    expect(settingsOf({ env: { LAUNCHLENS_URL: 'https://y.example/base/' } }).url).toBe(
      'https://y.example/base',
    );
    expect(settingsOf({ env: {} })).toMatchObject({
      url: 'http://127.0.0.1:8080',
      mcpUrl: 'http://127.0.0.1:8080',
    });
  });
});
