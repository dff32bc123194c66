import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { NO_FEES } from '../../core/rules/paper/portfolio.ts';
import { readFixture } from '../../harness/data/inputs.ts';
import type { Bar } from '../../harness/model/bar.ts';
import { REFERENCE } from '../../harness/model/parameters.ts';
import { addTo, createTotals } from '../../harness/report/totals.ts';
import { runAgent } from '../../harness/run.ts';
import { STRATEGIES } from './support/runs.ts';

const { bars } = readFixture();
const BARS = 40_000;

function* repeated(): Generator<Bar> {
  for (let i = 0; i < BARS; i += 1) yield bars[i % bars.length] as Bar;
}

test.each(Object.entries(STRATEGIES))(
  'a run of %s keeps no more after many bars than after few',
  (_, create) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const totals = createTotals();
    const kept: number[] = [];
    runAgent({
      bars: repeated(),
      strategy: create(),
      parameters: REFERENCE,
      fees: NO_FEES,
      journalists: [
        (entry) => addTo(totals, entry),
        ({ i }) => {
          if (i !== BARS / 10 && i !== BARS - 1) return;
          collect();
          kept.push(process.memoryUsage().heapUsed);
        },
      ],
    });
    expect(totals.equity.values().length).toBeLessThanOrEqual(65);
    expect((kept[1] ?? 0) - (kept[0] ?? 0)).toBeLessThan(200_000);
  },
);
