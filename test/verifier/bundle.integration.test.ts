import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildAccountsVerifier, buildVerifier } from '../../scripts/build-verifier.ts';

const OWN = /^(verifier\/|node_modules\/@noble\/(curves|hashes)\/|node_modules\/@scure\/base\/)/;
const ANCHOR = /^node_modules\/(@coral-xyz\/(anchor|anchor-errors|borsh)|bn\.js|buffer-layout|camelcase)\//;

const BUNDLES = [
  { name: 'verify-ilo-settlement.mjs', build: buildVerifier, allowed: [OWN] },
  { name: 'verify-anchor-accounts.mjs', build: buildAccountsVerifier, allowed: [OWN, ANCHOR] },
] as const;

function newFile(name: string): string {
  return join(mkdtempSync(join(tmpdir(), 'verifier-bundle-')), name);
}

describe.each(BUNDLES)('the built $name', ({ name, build, allowed }) => {
  const file = newFile(name);

  test('is made of its own sources and of named libraries alone', async () => {
    const inputs = await build(file);
    const foreign = inputs.filter((path) => !allowed.some((pattern) => pattern.test(path)));
    expect(foreign).toEqual([]);
    expect(inputs.filter((path) => path.startsWith('verifier/')).length).toBeGreaterThan(20);
  });

  test('is one executable file that imports nothing but what Node brings along', async () => {
    await build(file);
    const text = readFileSync(file, 'utf8');
    const imports = [...text.matchAll(/^import .* from "([^"]+)"/gm)].map(([, from]) => from ?? '');
    expect(imports.filter((from) => !from.startsWith('node:'))).toEqual([]);
    expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(text).not.toMatch(/\brequire\(|\bimport\(/);
    expect(readdirSync(join(file, '..'))).toEqual([basename(file)]);
    expect(statSync(file).mode & 0o111).toBe(0o111);
    expect(execFileSync(file, ['--help'], { encoding: 'utf8' })).toContain('Usage:');
  });
});

test('the verifier of accounts carries the licence of every package in it', async () => {
  const file = newFile('verify-anchor-accounts.mjs');
  const inputs = await buildAccountsVerifier(file);
  const names = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const notices = readFileSync(file, 'utf8').split('\n/*\n').at(-1) ?? '';
  const named = notices.split('\n---\n\n').map((notice) => notice.split('\n')[0]?.split(', ') ?? []);
  expect(named.flat().sort()).toEqual([...new Set(names)].sort());
  expect(notices).toMatch(/^@coral-xyz\/anchor, .*\n\nApache License\n/);
});
