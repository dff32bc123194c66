import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadSettings } from '../core/kernel/settings/load.ts';
import { settingsSchema } from '../core/kernel/settings/schema.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()).min(2) }).optional(),
  volumes: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
});
const compose = z
  .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
  .parse(parse(read('docker-compose.yml'), { merge: true }));

const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build !== undefined);

describe('docker-compose.yml', () => {
  test('starts both stores, brings them to their schema, and then the indexer and the API', () => {
    expect(Object.keys(compose.services)).toEqual(['clickhouse', 'postgres', 'migrate', 'index', 'api']);
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

  test('runs commands that the binary has', () => {
    expect(ours.map(([, { command }]) => command)).toEqual([['migrate'], ['index'], ['api']]);
    for (const [name] of ours) expect(existsSync(resolve(root, `cli/commands/${name}.ts`)), name).toBe(true);
  });

  test('sets only settings that exist, to values that they take', () => {
    for (const [name, { environment }] of ours) {
      expect(Object.keys(settingsSchema.shape), name).toEqual(
        expect.arrayContaining(Object.keys(environment)),
      );
      const settings = loadSettings({ environment: JSON.parse(shellDefaults(JSON.stringify(environment))) });
      expect(settings.CLICKHOUSE_URL, name).toBe('http://launchlens:launchlens@clickhouse:8123');
    }
  });

  test('reads the rest from .env, and does without one', () => {
    for (const [, { env_file }] of ours) expect(env_file).toEqual([{ path: '.env', required: false }]);
  });

  test('keeps what must survive in named volumes', () => {
    const mounted = services
      .flatMap(([, { volumes }]) => volumes ?? [])
      .map((volume) => volume.split(':')[0]);
    expect(mounted.sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  test('checks the health of everything that keeps running', () => {
    const unchecked = services
      .filter(([, { healthcheck }]) => healthcheck === undefined)
      .map(([name]) => name);
    expect(unchecked).toEqual(['migrate']);
  });

  test('checks health by scripts that parse', () => {
    for (const [, { healthcheck }] of ours) {
      const [kind, program, flag, script] = healthcheck?.test ?? ['CMD', 'node', '-e', ''];
      expect([kind, program, flag]).toEqual(['CMD', 'node', '-e']);
      expect(() => new Function(script ?? 'no script')).not.toThrow();
    }
  });

  test('pins every image, and opens no port but that of the API, to this machine alone', () => {
    for (const [name, { image }] of services) expect(image, name).toMatch(/:\d+(\.\d+)*$/);
    const ports = services.flatMap(([name, { ports: open }]) => (open ?? []).map((port) => [name, port]));
    expect(ports.map(([name, port]) => [name, shellDefaults(`${port}`)])).toEqual([
      ['api', '127.0.0.1:8080:8080'],
    ]);
  });

  test('builds the image under the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const [, { image }] of ours) expect(image).toBe(`launchlens:${version}`);
  });
});

/** What compose makes of `${NAME:-default}` in an empty shell. */
function shellDefaults(text: string): string {
  return text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
}

describe('the Dockerfile', () => {
  const lines = read('Dockerfile')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const fromContext = lines
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));

  test('starts from a Node image of a named version that runs the sources as they are', () => {
    const bases = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1] ?? '');
    expect(new Set(bases)).toEqual(new Set(['node:24-bookworm-slim']));
  });

  test('ends as a user without rights, with the binary as its entry point', () => {
    const last = (word: string) => lines.findLast((line) => line.startsWith(word));
    expect(last('USER')).toBe('USER node');
    const entry = /^ENTRYPOINT \["node", "\/app\/(.+)"\]$/.exec(last('ENTRYPOINT') ?? '')?.[1] ?? '';
    expect(existsSync(resolve(root, entry))).toBe(true);
  });

  test('copies only what exists and what .dockerignore lets through', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect([...new Set(fromContext)].filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
    expect([...new Set(fromContext)].sort()).toEqual(allowed.sort());
  });

  test('copies every part of the product', () => {
    const unused = ['client', 'dist', 'docs', 'node_modules', 'test'];
    const parts = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !unused.includes(entry.name))
      .map(({ name }) => name);
    expect(fromContext).toEqual(expect.arrayContaining(parts));
  });

  test('sets only settings that exist', () => {
    const names = lines
      .filter((line) => line.startsWith('ENV '))
      .flatMap((line) => [...line.matchAll(/(\w+)=/g)].map(([, name]) => name));
    expect(names.filter((name) => name !== 'NODE_ENV' && !(`${name}` in settingsSchema.shape))).toEqual([]);
  });
});
