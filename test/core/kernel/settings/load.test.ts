import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '../../../../core/kernel/settings/load.ts';

const load = (environment: NodeJS.ProcessEnv = {}) => loadSettings({ environment });

function loadFile(text: string, environment: NodeJS.ProcessEnv = {}) {
  const envFile = join(mkdtempSync(join(tmpdir(), 'settings-')), '.env');
  writeFileSync(envFile, text);
  return loadSettings({ environment, envFile });
}

describe('settings', () => {
  test('have defaults that need nothing set', () => {
    expect(load()).toEqual({
      MARKET_DATA_URL: 'https://public-api.birdeye.so',
      REWARD_DISCLOSURE: expect.stringContaining('not an entitlement'),
      REWARD_CONTRIBUTION_DISCLOSURE: expect.stringContaining('no entitlement'),
      YELLOWSTONE_TRANSPORT: 'http2',
      YELLOWSTONE_TOKEN_ACCOUNTS: 'stream',
      AUDIT_INTERVAL_SECONDS: 60,
      AUDIT_SLICES: 1,
      READY_MAX_LAG_SLOTS: 150,
      LATEST_STATE_MB: 512,
      READY_MAX_AGE_SECONDS: 60,
      SOLANA_CLUSTER: 'localnet',
      INDEX_COMMITMENT: 'confirmed',
      DATA_DIR: '.launchlens',
      AWS_REGION: 'us-east-1',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: 8080,
      METRICS_HOST: '127.0.0.1',
      REWARD_TOKEN_SYMBOL: 'REWARD',
      TECHNOLOGY_FEE_BPS: 0,
      COMPUTE_UNIT_PRICE: 1_000,
      PAIRING_TOKEN_PREFIX: 'llp_',
      CALL_DECISION_RETENTION_DAYS: 365,
      WEBHOOK_DELIVERED_RETENTION_DAYS: 7,
      WEBHOOK_DEAD_RETENTION_DAYS: 30,
      RATE_LIMIT_PAIRED_PER_MINUTE: 120,
      RATE_LIMIT_ELEVATED_PER_MINUTE: 1200,
      API_KEY_PREFIX: 'llk_',
      TOKEN_ICON_HOSTS: [],
      MCP_CORS_ORIGINS: ['*'],
      PERPS_JURISDICTIONS: [],
      EQUITY_JURISDICTIONS: [],
      OFFRAMP_JURISDICTIONS: [],
      CLICKHOUSE_REPLICATION: 'replicated',
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 1,
      LOG_LEVEL: 'info',
    });
  });

  test('are read from the file, and the environment wins over it', () => {
    const settings = loadFile('HTTP_PORT=9000\nLOG_LEVEL=warn # quiet\nDATA_DIR="/data dir"\n', {
      HTTP_PORT: '0',
    });
    expect(settings).toMatchObject({ HTTP_PORT: 0, LOG_LEVEL: 'warn', DATA_DIR: '/data dir' });
  });

  test('that are empty are not set: neither in the file nor over it', () => {
    expect(load({ HTTP_PORT: '', CLICKHOUSE_URL: '' })).toEqual(load());
    expect(loadFile('HTTP_PORT=9000\n', { HTTP_PORT: '' }).HTTP_PORT).toBe(9_000);
  });

  test('lose the slashes at the end of a URL', () => {
    expect(load({ SOLANA_RPC_URL: 'https://a.example/key//, http://b.example/' }).SOLANA_RPC_URL).toEqual([
      'https://a.example/key',
      'http://b.example',
    ]);
  });

  test('take the servers of a cluster, whose passwords may hold commas', () => {
    const servers = 'http://a:1,2@one:8123/, http://a:1,2@two:8123';
    expect(load({ CLICKHOUSE_URL: servers }).CLICKHOUSE_URL).toBe(
      'http://a:1,2@one:8123,http://a:1,2@two:8123',
    );
  });

  test('take lists of mints', () => {
    const [one, two] = [
      'So11111111111111111111111111111111111111112',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    ];
    expect(load({ EQUITY_MINTS: `${one}, ${two}` }).EQUITY_MINTS).toEqual([one, two]);
    expect(load({ EQUITY_MINTS: 'none' }).EQUITY_MINTS).toEqual([]);
    for (const value of ['AAPL', `${one};${two}`, `${one},`]) {
      expect(() => load({ EQUITY_MINTS: value }), value).toThrow('EQUITY_MINTS');
    }
  });

  test('take lists of countries', () => {
    expect(load({ PERPS_JURISDICTIONS: 'CH, SG' }).PERPS_JURISDICTIONS).toEqual(['CH', 'SG']);
    for (const value of ['CHE', 'ch', 'CH;SG', 'XX', '*', 'CH,']) {
      expect(() => load({ EQUITY_JURISDICTIONS: value }), value).toThrow('EQUITY_JURISDICTIONS');
    }
  });

  test('take addresses and networks of proxies', () => {
    const { HTTP_TRUSTED_PROXIES } = load({ HTTP_TRUSTED_PROXIES: '10.0.0.2, 192.168.0.0/16,fd00::/8, ::1' });
    expect(HTTP_TRUSTED_PROXIES).toEqual(['10.0.0.2', '192.168.0.0/16', 'fd00::/8', '::1']);
  });

  test('do not need the file to be there', () => {
    expect(loadSettings({ environment: {}, envFile: '/nowhere/.env' })).toEqual(load());
  });

  test('stop the start when the file cannot be read', () => {
    expect(() => loadSettings({ environment: {}, envFile: tmpdir() })).toThrow(
      expect.objectContaining({ code: 'ENV_FILE_UNREADABLE', exit: 2 }),
    );
  });
});

test('all malformed settings are named at once, each once', () => {
  const environment = { LOG_LEVEL: 'loud', SOLANA_RPC_URL: 'ws://127.0.0.1, ws://127.0.0.2' };
  const refused = () => load(environment);
  expect(refused).toThrow('SOLANA_RPC_URL is not valid. Set it to an http:// or https:// URL.');
  expect(refused).toThrow('LOG_LEVEL is not valid. Set it to one of ');
  expect(refused).not.toThrow(/SOLANA_RPC_URL.*SOLANA_RPC_URL/);
});

describe('a malformed setting', () => {
  test.each([
    ['YELLOWSTONE_ENDPOINT', 'grpc.example.com:443', 'an http:// or https:// URL'],
    ['YELLOWSTONE_TRANSPORT', 'quic', 'one of http2, native, grpc-js'],
    ['SOLANA_RPC_URL', 'http://127.0.0.1, ws://127.0.0.1', 'an http:// or https:// URL'],
    ['SOLANA_CLUSTER', 'mainnet', 'one of localnet, devnet, mainnet-beta'],
    ['ESCROW_PROGRAM_ID', 'escrow', 'a base58 public key of 32 bytes'],
    ['INDEX_COMMITMENT', 'processed', 'one of confirmed, finalized'],
    ['CLICKHOUSE_URL', 'clickhouse', 'an http:// or https:// URL'],
    ['CLICKHOUSE_URL', 'http://one:8123,two:8123', 'an http:// or https:// URL'],
    ['CLICKHOUSE_REPLICATION', 'some', 'one of replicated, none'],
    ['CLICKHOUSE_CLUSTER', 'a b', 'a cluster name of letters, digits, _ and -'],
    ['DATABASE_URL', 'mysql://db', 'a postgres:// URL'],
    ['HTTP_PORT', '65536', 'a port from 0 to 65535'],
    ['HTTP_PORT', '80.5', 'a port from 0 to 65535'],
    ['HTTP_PORT', '-1', 'a port from 0 to 65535'],
    ['METRICS_PORT', 'yes', 'a port from 0 to 65535'],
    ['REWARD_TOKEN_SYMBOL', 'TWO WORDS', '1 to 16 letters and digits'],
    ['TOKEN_SYMBOLS', 'USDC', 'comma-separated <mint>=<symbol>, each symbol of 1 to 16 letters and digits'],
    [
      'TOKEN_ICON_HOSTS',
      "icons.example.com,'unsafe-inline' *",
      'comma-separated host names such as gateway.example.com',
    ],
    [
      'TOKEN_ICON_HOSTS',
      'https://icons.example.com',
      'comma-separated host names such as gateway.example.com',
    ],
    ['REWARD_MINT', 'mint', 'a base58 public key of 32 bytes'],
    ['PAIRING_TOKEN_PREFIX', 'llp', 'letters and digits ending in _'],
    ['JWT_SECRET', 'short', 'at least 32 characters'],
    ['OPERATOR_TOKEN', 'short', 'at least 16 characters'],
    [
      'MCP_CORS_ORIGINS',
      'https://a.example,nonsense',
      '* or comma-separated origins such as https://app.example.com',
    ],
    ['LOG_LEVEL', 'loud', 'one of trace, debug, info, warn, error, fatal, silent'],
  ])('%s=%s stops the start with one line that says what is expected', (name, value, expected) => {
    expect(() => load({ [name]: value })).toThrow(`${name} is not valid. Set it to ${expected}.`);
  });

  test.each(['proxy.example', '10.0.0.0/0', '10.0.0.0/33', '::/129', '10.0.0.1,', '10.0.0.0/8/8', '*'])(
    'HTTP_TRUSTED_PROXIES=%s stops the start: it is neither address nor network, or it is everybody',
    (value) => {
      expect(() => load({ HTTP_TRUSTED_PROXIES: value })).toThrow(
        'HTTP_TRUSTED_PROXIES is not valid. Set it to comma-separated addresses and networks such as 10.0.0.2, 192.168.0.0/16.',
      );
    },
  );

  test('is never repeated, since it may be a secret', () => {
    expect(() => load({ DATABASE_URL: 'mysql://user:hunter2@db' })).toThrow(/^(?!.*hunter2)/);
  });
});

describe('a name that nobody reads', () => {
  test.each([
    ['YELLOWSTONE_ENDPONT', 'Did you mean YELLOWSTONE_ENDPOINT?'],
    ['HTTP_PROT', 'Did you mean HTTP_PORT?'],
    ['REWARD_COLOUR', 'Remove it, or see .env.example.'],
  ])('stops the start when the file holds it: %s', (name, told) => {
    expect(() => loadFile(`${name}=1`)).toThrow(`${name} is not a Launchlens setting`);
    expect(() => loadFile(`${name}=1`)).toThrow(told);
  });

  test('takes grpc-js as another name of http2', () => {
    expect(load({ YELLOWSTONE_TRANSPORT: 'grpc-js' }).YELLOWSTONE_TRANSPORT).toBe('http2');
  });

  test.each([
    'YELLOWSTONE_TOKEN',
    'ESCROW_PROGRAM',
    'MCP_CORS_ORIGIN',
    'LAUNCHLENS_MODE',
    'HTTP_PORTS',
    'OG_LEVEL',
  ])('stops the start when the environment holds it and it can only be meant for us: %s', (name) => {
    expect(() => load({ [name]: '1' })).toThrow(
      expect.objectContaining({ code: 'SETTING_UNKNOWN', exit: 2 }),
    );
  });

  test('is left alone in the environment when it belongs to someone else', () => {
    const others = {
      PATH: '/bin',
      HTTP_PROXY: 'http://proxy',
      SOLANA_HOME: '/opt',
      DATABASE_NAME: 'x',
      LOGNAME: 'me',
    };
    expect(load(others)).toEqual(load());
  });

  test.each(['LAUNCHLENS_URL', 'LAUNCHLENS_PAIRING_TOKEN', 'LAUNCHLENS_API_KEY'])(
    'is left alone where the client library reads it: %s',
    (name) => {
      expect(load({ [name]: 'x' })).toEqual(load());
      expect(loadFile(`${name}=x`)).toEqual(load());
      expect(() => load({ [`${name}S`]: 'x' })).toThrow(`${name}S is not a Launchlens setting`);
    },
  );

  test('of the file is judged even when the environment holds it too', () => {
    expect(() => loadFile('SOLANA_HOME=/opt', { SOLANA_HOME: '/opt' })).toThrow(
      'SOLANA_HOME is not a Launchlens setting',
    );
  });
});
