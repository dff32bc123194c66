import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '../../../core/kernel/settings/load.ts';
import { settingsSchema } from '../../../core/kernel/settings/schema.ts';

const file = fileURLToPath(new URL('../../../.env.example', import.meta.url));
const lines = readFileSync(file, 'utf8').split('\n');

describe('.env.example', () => {
  test('names every setting once, and nothing else', () => {
    const names = lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('=')[0]);
    expect(names.sort()).toEqual(Object.keys(settingsSchema.shape).sort());
  });

  test('explains each setting in one line above it', () => {
    const unexplained = lines.filter(
      (line, index) => /^[A-Z]/.test(line) && !/^# [^-]/.test(lines[index - 1] ?? ''),
    );
    expect(unexplained).toEqual([]);
  });

  test('states the defaults: copied as it is, it changes nothing', () => {
    expect(loadSettings({ environment: {}, envFile: file })).toEqual(loadSettings({ environment: {} }));
  });

  test('states every default that there is', () => {
    const stated = lines.filter((line) => /^[A-Z_]+=./.test(line)).map((line) => line.split('=')[0]);
    // A list that is empty is stated by leaving it empty.
    const defaults = Object.entries(loadSettings({ environment: {} })).filter(
      ([, value]) => !Array.isArray(value) || value.length > 0,
    );
    expect(stated.sort()).toEqual(defaults.map(([name]) => name).sort());
  });
});
