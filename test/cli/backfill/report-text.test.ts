import { describe, expect, test } from 'vitest';
import { Pacer } from '../../../cli/backfill/pace.ts';
import { progressLine, reportLine, reportText } from '../../../cli/backfill/report-text.ts';
import type { BackfillReport } from '../../../indexer/backfill/report.ts';

const report: BackfillReport = {
  job: 'abc',
  kind: 'history',
  unit: 'transactions',
  run: 2,
  resumed: 3,
  dryRun: false,
  read: 12_345,
  written: 7,
  unchanged: 12_000,
  quarantined: 0,
  gaps: [
    { of: 'launch 1', fromSlot: 5n, toSlot: 9n, cause: 'pruned by the node' },
    { of: 'launch 2', cause: 'nothing told' },
  ],
  seconds: 1.25,
  finding: { surplus: 18_446_744_073_709_551_615n },
};

describe('the last line of a backfill', () => {
  test('gives programs every figure, slots as integers and amounts as text', () => {
    expect(JSON.parse(JSON.stringify(reportLine(report)))).toEqual({
      event: 'report',
      job: 'abc',
      kind: 'history',
      unit: 'transactions',
      run: 2,
      resumed_chunks: 3,
      dry_run: false,
      read: 12_345,
      written: 7,
      unchanged: 12_000,
      quarantined: 0,
      gaps: [
        { of: 'launch 1', from_slot: 5, to_slot: 9, cause: 'pruned by the node' },
        { of: 'launch 2', from_slot: null, to_slot: null, cause: 'nothing told' },
      ],
      seconds: 1.25,
      surplus: '18446744073709551615',
    });
  });

  test('tells people the same in words', () => {
    const text = reportText(report, ({ surplus }) => `  surplus ${surplus}`);
    expect(text).toContain('read         12,345 transactions');
    expect(text).toContain('gap: launch 1, slots 5 to 9: pruned by the node');
    expect(text).toContain('surplus 18446744073709551615');
    expect(text).toContain('done before  3 chunks');
    expect(reportText({ ...report, dryRun: true })).toMatch(/nothing written.*would write +7 rows/s);
  });
});

describe('the pace', () => {
  test('is what the last samples show, and leads to the time that is left', () => {
    const pacer = new Pacer();
    expect(pacer.sample(0, 0, 100)).toEqual({ rate: 0, etaSeconds: undefined });
    expect(pacer.sample(1_000, 10, 100)).toEqual({ rate: 10, etaSeconds: 9 });
    for (let second = 2; second < 40; second += 1) pacer.sample(second * 1_000, 10, 100);
    expect(pacer.sample(41_000, 10, 100)).toEqual({ rate: 0, etaSeconds: undefined });
  });

  test('knows no end where none is known', () => {
    const progress = { read: 5, written: 1, unchanged: 2, quarantined: 0, expected: undefined };
    const pacer = new Pacer();
    pacer.sample(0, 0, undefined);
    const line = progressLine(progress, pacer.sample(500, 5, undefined));
    expect(line).toMatchObject({ per_second: 10, eta_seconds: null, expected: null });
  });
});
