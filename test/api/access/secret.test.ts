import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configuredTokens } from '../../../api/access/tokens/configured.ts';
import { keptSecret } from '../../../api/access/tokens/secret.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { loadSettings } from '../../../core/kernel/settings/load.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const tokensOf = (environment: Record<string, string>, shared: boolean) =>
  configuredTokens({
    settings: loadSettings({ environment: { DATA_DIR: dataDir, ...environment } }),
    shared,
    clock: systemClock,
  });

describe('the secret of tokens', () => {
  test('is made once, by whoever is first, and is readable by its user alone', async () => {
    const secrets = await Promise.all(Array.from({ length: 50 }, () => keptSecret(dataDir)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThan(42);
    expect(await keptSecret(dataDir)).toBe(secrets[0]);
    expect(await readdir(dataDir)).toEqual(['jwt-secret']);
    expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600);
  });

  test('is never made of what somebody emptied', async () => {
    await writeFile(join(dataDir, 'jwt-secret'), '\n');
    await expect(keptSecret(dataDir)).rejects.toMatchObject({ code: 'JWT_SECRET_UNREADABLE', exit: 2 });
  });

  test('must be named where the store of decisions is shared', async () => {
    await expect(tokensOf({}, true)).rejects.toMatchObject({
      code: 'SETTING_MISSING',
      context: { name: 'JWT_SECRET' },
    });
    expect((await tokensOf({ JWT_SECRET: 's'.repeat(32) }, true)).issuer).toBeDefined();
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('is not needed where an outside issuer signs people in, and nothing is issued then', async () => {
    const { issuer } = await tokensOf({ JWT_JWKS_URL: 'https://issuer.example/jwks.json' }, true);
    expect(issuer).toBeUndefined();
  });
});
