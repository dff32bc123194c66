import { describe, expect, test } from 'vitest';
import { reportIn } from '../../support/audit-report.ts';
import { type Ended, runLaunchlens } from '../../support/launchlens-process.ts';
import { waitFor } from '../../support/wait-for.ts';
import { demo } from './demo.ts';

describe('an audit of the demo while it runs', () => {
  const audit = (...args: string[]): Promise<Ended> =>
    runLaunchlens(['audit', ...args], { cwd: demo.directory, env: { DATA_DIR: demo.directory } });

  test('tells a person in a few lines and ends with 0', async () => {
    const { code, stdout, stderr } = await audit();

    expect(stderr).toBe('');
    expect(stdout).toMatch(/^The whole index against the chain at slot [\d,]+\n {2}verdict {4}EQUAL\n/);
    expect(stdout).toMatch(/chain {6}sha256 ([0-9a-f]{64})\n {2}index {6}sha256 \1\n/);
    expect(stdout).toContain('every invariant holds');
    expect(code).toBe(0);
  });

  test('tells a program everything on one line', async () => {
    const ended = await audit('--json');

    expect(ended.code).toBe(0);
    expect(reportIn(ended)).toMatchObject({
      verdict: 'equal',
      launch_id: null,
      differences: [],
      reason: null,
    });
  });

  test('compares one launch', async () => {
    const report = reportIn(await audit('--json', '--launch-id', '1'));

    expect(report).toMatchObject({ verdict: 'equal', launch_id: '1' });
    expect(report.invariants?.launches).toBe(1);
  });

  test('shows the verified slot on every answer by itself', async () => {
    const verified = await waitFor(
      async () => {
        const { source } = (await (await fetch(`${demo.url}/api/v1/ilo/status/`)).json()) as {
          source: { verified_slot: number | null; last_indexed_slot: number };
        };
        return source.verified_slot !== null && source;
      },
      { what: 'a verified slot' },
    );

    expect(verified.verified_slot).toBeLessThanOrEqual(verified.last_indexed_slot);
  });

  test('refuses a launch id that is none', async () => {
    const { code, stderr } = await audit('--launch-id', 'first');

    expect(stderr).toMatch(/^launchlens: .*'first'.*\n$/);
    expect(code).toBe(2);
  });
});
