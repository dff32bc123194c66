import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ErrorDefinition } from '../../../core/kernel/errors/definition.ts';
import { ERRORS, isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    code: section.slice(0, section.indexOf('\n')).trim(),
    text: section.slice(section.indexOf('\n')).replace(/\s+/g, ' ').trim(),
  }));
const definitions = Object.entries(ERRORS) as [string, ErrorDefinition<never>][];

describe('docs/errors.md', () => {
  test('has one section for every code, and none for a code that does not exist', () => {
    expect(sections.map(({ code }) => code).sort()).toEqual(definitions.map(([code]) => code).sort());
  });

  test('says of each code what it means and what to do', () => {
    for (const { code, text } of sections) expect(text.length, code).toBeGreaterThan(40);
  });

  test('names the exit code of each code that does not end with 1', () => {
    const wrong = definitions.filter(([code, { exit }]) => {
      const named = /\bexit(?: code)? (\d)/i.exec(sectionOf(code))?.[1];
      return Number(named ?? 1) !== exit;
    });
    expect(wrong.map(([code, { exit }]) => `${code}: exit code ${exit}`)).toEqual([]);
  });

  test('names the HTTP status of each code that does not answer 500', () => {
    const wrong = definitions.filter(([code, { status }]) => {
      const named = [...sectionOf(code).matchAll(/\bHTTP (\d{3})\b/g)].map(([, text]) => Number(text));
      return status !== 500 && !named.includes(status);
    });
    expect(wrong.map(([code, { status }]) => `${code}: HTTP ${status}`)).toEqual([]);
  });
});

function sectionOf(code: string): string {
  return sections.find((section) => section.code === code)?.text ?? '';
}

describe('a coded error', () => {
  const error = new LaunchlensError('PORT_IN_USE', { host: '::', port: 80, setting: 'HTTP_PORT' }, 'cause');

  test('carries its message, context, cause and traits', () => {
    expect(error).toMatchObject({
      message: ':::80 is already in use. Set HTTP_PORT to a free port.',
      code: 'PORT_IN_USE',
      context: { port: 80 },
      cause: 'cause',
      exit: 2,
      status: 500,
      retryable: false,
      audience: 'operator',
    });
    expect(error.remedyFor(new Set())).toBe('Tell the user; the same call would fail again.');
    const missing = new LaunchlensError('LAUNCH_NOT_FOUND', { launchId: 9n, slot: 5n });
    expect(missing.audience).toBe('clients');
    expect(missing.remedyFor(new Set(['read']))).toBe('Call list_launches for the ids that exist.');
    expect(new LaunchlensError('COMMAND_USAGE', { detail: 'x' })).not.toHaveProperty('cause');
  });

  test('is told apart by its code', () => {
    expect(isLaunchlensError(error)).toBe(true);
    expect(isLaunchlensError(error, 'PORT_IN_USE')).toBe(true);
    expect(isLaunchlensError(error, 'COMMAND_USAGE')).toBe(false);
    expect(isLaunchlensError(new Error('x'))).toBe(false);
  });
});
