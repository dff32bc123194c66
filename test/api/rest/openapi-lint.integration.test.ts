import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../api/rest/openapi/document.ts';

const root = resolve(import.meta.dirname, '../../..');

test('the description of the API passes an OpenAPI linter without an error or a warning', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'launchlens-openapi-'));
  try {
    const file = join(directory, 'openapi.json');
    await writeFile(file, JSON.stringify(openApiDocument('http://127.0.0.1:8080'), null, 2));
    const linter = join(root, 'node_modules/.bin/redocly');
    const flags = ['lint', file, '--config', join(root, 'redocly.yaml'), '--format', 'json'];
    const { stdout } = await promisify(execFile)(linter, flags, {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    }).catch((error: { stdout: string }) => error);
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
