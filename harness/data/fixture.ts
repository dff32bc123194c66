import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { readText } from './files.ts';
import { parseBars, type Series, seriesOf } from './series.ts';
import { barsWithin, type Window } from './window.ts';

const PATH = fileURLToPath(new URL('../../fixtures/bars/synthetic-hourly.csv', import.meta.url));
const FIXTURE_SHA256 = '291eaecbb0e877b62b1d5a21be1a8da19a1bccc7cc12ba7e15ee8190a8b0f087';
const ORIGIN =
  'synthetic: made up by scripts/make-bars-fixture.ts from one seed, prices of no asset; fixtures/bars/synthetic-hourly.csv';

/** The frozen bars, or a window of them. @throws HARNESS_FIXTURE_CHANGED, HARNESS_WINDOW */
export function readFixture(window: Partial<Window> = {}, path: string = PATH): Series {
  const text = readText(path);
  const found = createHash('sha256').update(text).digest('hex');
  if (found !== FIXTURE_SHA256) {
    throw new LaunchlensError('HARNESS_FIXTURE_CHANGED', { path, expected: FIXTURE_SHA256, found });
  }
  return seriesOf({ source: 'fixture', origin: ORIGIN }, barsWithin(parseBars(text), window));
}
