import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '../core/kernel/settings/load.ts';
import { settingsSchema } from '../core/kernel/settings/schema.ts';
import { readCompose } from './support/image/compose.ts';
import { parseDockerfile } from './support/image/dockerfile.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

const PINNED = /:v?\d+(\.\d+)+(-[a-z-]+)?@sha256:[0-9a-f]{64}$/;

describe('docker-compose.yml', () => {
  const compose = readCompose({ STORE_PASSWORD: 'secret1' });
  const services = Object.entries(compose.services);
  const ours = services.filter(([, { build }]) => build !== undefined);

  test('starts both stores, brings them to their schema, and then the indexer and the API', () => {
    const waits = Object.fromEntries(services.map(([name, { depends_on }]) => [name, depends_on]));
    expect(waits).toMatchObject({
      migrate: {
        clickhouse: { condition: 'service_healthy' },
        postgres: { condition: 'service_healthy' },
      },
      index: { migrate: { condition: 'service_completed_successfully' } },
      api: { migrate: { condition: 'service_completed_successfully' } },
    });
  });

  test('has a profile for one host, one each for the indexer and the API over other stores, and one that watches', () => {
    const started = (profile: string) =>
      services.filter(([, { profiles }]) => profiles.includes(profile)).map(([name]) => name);
    expect(started('single-host')).toEqual(['clickhouse', 'postgres', 'migrate', 'index', 'api']);
    expect(started('index')).toEqual(['migrate', 'index']);
    expect(started('api')).toEqual(['api']);
    expect(started('monitoring')).toEqual(['prometheus', 'grafana']);
    // What another profile starts is not waited for.
    const waits = services.flatMap(([, { depends_on = {} }]) => Object.values(depends_on));
    expect(waits.filter(({ required }) => required !== false)).toEqual([]);
  });

  test('takes stores of another host from CLICKHOUSE_URL and DATABASE_URL', () => {
    const elsewhere = {
      CLICKHOUSE_URL: 'https://reader:secret2@clickhouse.example:8443',
      DATABASE_URL: 'postgres://owner:secret2@postgres.example/launchlens',
    };
    const { api } = readCompose({ STORE_PASSWORD: 'secret1', ...elsewhere }).services;
    expect(api?.environment).toMatchObject(elsewhere);
  });

  test('does not start without a password, and uses the one it is given for both stores', () => {
    expect(() => readCompose({})).toThrow(/STORE_PASSWORD: set it to a password/);
    expect(compose.services.clickhouse?.environment.CLICKHOUSE_PASSWORD).toBe('secret1');
    expect(compose.services.postgres?.environment.POSTGRES_PASSWORD).toBe('secret1');
  });

  test('gives nobody a password for Grafana, lets everyone look, and nobody change', () => {
    const { environment } = compose.services.grafana ?? {};
    expect(environment).toMatchObject({
      GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: 'true',
      GF_AUTH_DISABLE_LOGIN_FORM: 'true',
      GF_AUTH_BASIC_ENABLED: 'false',
      GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer',
    });
    expect(Object.keys(environment ?? {}).filter((name) => /PASSWORD|SECRET/.test(name))).toEqual([]);
  });

  test('mounts the file that ESCROW_IDL names, and sets it only then', () => {
    const mounted = (shell: Record<string, string>) => {
      const { environment, volumes } =
        readCompose({ STORE_PASSWORD: 'secret1', ...shell }).services.api ?? {};
      const files = (volumes ?? []).filter((volume) => typeof volume !== 'string');
      return { setting: environment?.ESCROW_IDL, files: files.map(({ source, target }) => [source, target]) };
    };
    const target = '/etc/launchlens/escrow-idl.json';
    expect(mounted({ ESCROW_IDL: 'my/escrow.json' })).toEqual({
      setting: target,
      files: [['my/escrow.json', target]],
    });
    expect(mounted({})).toEqual({ setting: '', files: [['./idl/escrow.json', target]] });
  });

  test('runs commands that the binary has', () => {
    expect(ours.map(([, { command }]) => command)).toEqual([['migrate'], ['index'], ['api']]);
    for (const [name] of ours) expect(existsSync(resolve(root, `cli/commands/${name}.ts`)), name).toBe(true);
  });

  test('sets only settings that exist, to values that they take', () => {
    for (const [name, { environment }] of ours) {
      expect(Object.keys(settingsSchema.shape), name).toEqual(
        expect.arrayContaining(Object.keys(environment)),
      );
      const settings = loadSettings({ environment });
      expect(settings.CLICKHOUSE_URL, name).toBe('http://launchlens:secret1@clickhouse:8123');
    }
  });

  test('reads the rest from .env, and does without one', () => {
    for (const [, { env_file }] of ours) expect(env_file).toEqual([{ path: '.env', required: false }]);
  });

  test('keeps what must survive in named volumes, and mounts files that exist', () => {
    const mounted = services.flatMap(([, { volumes }]) => volumes ?? []);
    const named = mounted.flatMap((volume) => (typeof volume === 'string' ? [volume.split(':')[0]] : []));
    expect(named.sort()).toEqual(Object.keys(compose.volumes).sort());
    for (const volume of mounted)
      if (typeof volume !== 'string')
        expect(existsSync(resolve(root, volume.source)), volume.source).toBe(true);
  });

  test('gives every service a read-only root file system, a folder for temporary files and a memory limit', () => {
    for (const [name, { read_only, tmpfs, mem_limit }] of services) {
      expect(read_only, name).toBe(true);
      expect(tmpfs, name).toContain('/tmp');
      expect(mem_limit, name).toMatch(/^\d+g$/);
    }
  });

  test('checks the health of everything that keeps running', () => {
    const unchecked = services
      .filter(([, { healthcheck }]) => healthcheck === undefined)
      .map(([name]) => name);
    expect(unchecked).toEqual(['migrate']);
  });

  test('pins every image by digest, and opens the ports that people use, to this machine alone', () => {
    for (const [name, { image, build }] of services)
      if (build === undefined) expect(image, name).toMatch(PINNED);
    const ports = services.flatMap(([name, { ports: open }]) => (open ?? []).map((port) => [name, port]));
    expect(ports).toEqual([
      ['api', '127.0.0.1:8080:8080'],
      ['prometheus', '127.0.0.1:9090:9090'],
      ['grafana', '127.0.0.1:3000:3000'],
    ]);
  });

  test('builds the image under the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const [, { image }] of ours) expect(image).toBe(`launchlens:${version}`);
  });
});

test('the ClickHouse server of docker-compose.yml forgets what it logs about itself', () => {
  const tables = [...read('deploy/clickhouse.xml').matchAll(/<(\w+_log)(?: remove="1"\/>|>(.*?)<\/\1>)/gs)];
  const kept = tables.filter(([, , settings]) => settings !== undefined);
  expect(kept.map(([, name]) => name)).toEqual(['query_log', 'part_log', 'error_log']);
  for (const [, name, settings] of kept) expect(settings, name).toContain('<ttl>event_date + INTERVAL 7 DAY');
});

describe('the Dockerfile', () => {
  const stages = parseDockerfile(read('Dockerfile'));

  test('starts from one Node image, pinned by digest', () => {
    const [base, ...others] = new Set(stages.map((stage) => stage.base));
    expect(base).toMatch(/^node:24\./);
    expect(base).toMatch(PINNED);
    expect(others).toEqual([]);
  });

  test('ends as a user without rights', () => {
    expect(stages.at(-1)?.user).toBe('node');
  });

  test('sets only settings that exist', () => {
    const names = stages.flatMap(({ environment }) => Object.keys(environment));
    expect(names.filter((name) => name !== 'NODE_ENV' && !(name in settingsSchema.shape))).toEqual([]);
  });
});
