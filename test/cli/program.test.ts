import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../cli/commands/all.ts';
import { runProgram } from '../../cli/program.ts';

const printed = { stdout: '', stderr: '' };
beforeEach(() => {
  for (const stream of ['stdout', 'stderr'] as const) {
    printed[stream] = '';
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += text;
      return true;
    });
  }
});
afterEach(() => vi.restoreAllMocks());

const NAMES = [
  ...COMMANDS.map(({ name }) => name),
  ...['snapshot', 'history', 'redecode'].map((job) => `backfill ${job}`),
];

describe('every command', () => {
  test.each(NAMES)('%s explains itself with an example', async (name) => {
    const code = await runProgram([...name.split(' '), '--help']);
    expect(printed.stdout).toMatch(new RegExp(`^Usage: launchlens ${name} `));
    expect(printed.stdout).toMatch(
      new RegExp(`\\nExamples?:\\n {2}.*launchlens ${name}|launchlens ${name}$`, 's'),
    );
    expect([code, printed.stderr]).toEqual([0, '']);
  });

  test('is listed by the program, which knows its version', async () => {
    expect(await runProgram(['--help'])).toBe(0);
    for (const { name } of COMMANDS) expect(printed.stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    printed.stdout = '';
    expect(await runProgram(['--version'])).toBe(0);
    expect(printed.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each([
    ['dance', "'dance'", '--help'],
    ['up --fast', "'--fast'", '--help'],
    ['index everything', '--help'],
    ['localnet --scenario opera', "'opera'", 'tour', 'quiet'],
    ['localnet --speed fast', "'fast'"],
    ['up --demo --speed fast', "'fast'"],
    ['backfill history --from-slot -1', "'-1'"],
    ['backfill everything', "'everything'"],
    ['backfill snapshot --fast', "'--fast'"],
    ['rewards digest --at yesterday', "'yesterday'", '2026-10-01T00:00:00Z'],
    ['rewards digest --at 2026-13-01T00:00:00Z', "'2026-13-01T00:00:00Z'"],
    [`keys issue ${'1'.repeat(32)} --label runner --scopes read,fly`, "'read,fly'"],
  ])('refuses %s in one line', async (line, ...parts) => {
    const code = await runProgram(line.split(' '));
    expect(printed.stderr).toMatch(/^launchlens: [^\n]+\n$/);
    for (const part of parts) expect(printed.stderr).toContain(part);
    expect([code, printed.stdout]).toEqual([2, '']);
  });

  test('says how it is used when it is given nothing to do', async () => {
    expect(await runProgram([])).toBe(2);
    expect(`${printed.stdout}${printed.stderr}`).toContain('--help');
  });
});
