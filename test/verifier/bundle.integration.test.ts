import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildVerifier } from '../../scripts/build-verifier.ts';

const directory = mkdtempSync(join(tmpdir(), 'verifier-bundle-'));
const file = join(directory, 'verify-ilo-settlement.mjs');

describe('the built verifier', () => {
  test('is made of its own sources and of small cryptographic libraries alone', async () => {
    const inputs = await buildVerifier(file);
    const foreign = inputs.filter(
      (path) =>
        !/^(verifier\/|node_modules\/@noble\/(curves|hashes)\/|node_modules\/@scure\/base\/)/.test(path),
    );
    expect(foreign).toEqual([]);
    expect(inputs.filter((path) => path.startsWith('verifier/')).length).toBeGreaterThan(20);
  });

  test('is one executable file that imports nothing but what Node brings along', async () => {
    await buildVerifier(file);
    const text = readFileSync(file, 'utf8');
    const imports = [...text.matchAll(/^import .* from "([^"]+)"/gm)].map(([, name]) => name ?? '');
    expect(imports.filter((name) => !name.startsWith('node:'))).toEqual([]);
    expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(text).not.toMatch(/\brequire\(|\bimport\(/);
    expect(readdirSync(directory)).toEqual(['verify-ilo-settlement.mjs']);
    expect(statSync(file).mode & 0o111).toBe(0o111);
    expect(execFileSync(file, ['--help'], { encoding: 'utf8' })).toContain('Usage:');
  });
});
