import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDecimal } from '../../core/kernel/decimal.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { rowIssues } from '../../core/kernel/wrong-value.ts';
import type { Fees } from '../../core/rules/paper/portfolio.ts';
import { MONEY_PLACES } from '../../core/rules/paper/units.ts';
import { feeConfiguration } from '../../schemas/harness/fees.ts';
import { type RuleFile, ruleFile } from '../../schemas/harness/rules.ts';
import { parseJson, readText } from './files.ts';
import { parseBars, type Series, seriesOf } from './series.ts';
import { barsWithin, type Window } from './window.ts';

const REFERENCE = fileURLToPath(new URL('../../fixtures/bars/composite-rules.json', import.meta.url));
/** Deeper trees make no sense, and would hit the parser's own limits. */
const DEEPEST = 40;

/** The rule tree of the composite strategy: the reference, or a user's own. @throws HARNESS_RULES_MALFORMED */
export function readRules(path: string = REFERENCE): RuleFile {
  return parseRules(path, readText(path));
}

/** @throws HARNESS_RULES_MALFORMED, which names `path` */
export function parseRules(path: string, text: string): RuleFile {
  const fail = (detail: string): never => {
    throw new LaunchlensError('HARNESS_RULES_MALFORMED', { path, detail });
  };
  const value = parseJson(text, fail);
  if (!isWithin(value, DEEPEST)) fail(`it is nested more than ${DEEPEST} deep`);
  const { success, data, error } = ruleFile.safeParse(value);
  return success ? data : fail(rowIssues(error));
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isWithin(each, depth - 1));
}

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

const LOCKED = fileURLToPath(new URL('../../fixtures/bars/fees.json', import.meta.url));

export interface SourcedFees {
  readonly source: 'locked' | 'live';
  readonly fees: Fees;
  /** Of live fees: where they were read, and when that was last changed, Unix seconds. */
  readonly read?: { readonly origin: string; readonly changedAt: number };
}

/** The locked snapshot, or the operator's configuration file. @throws HARNESS_FEES_MALFORMED */
export function readFees(file?: string): SourcedFees {
  if (file === undefined) return { source: 'locked', fees: parseFees(LOCKED, readText(LOCKED)) };
  const fees = parseFees(file, readText(file));
  const changedAt = Math.floor(statSync(file).mtimeMs / 1000);
  return { source: 'live', fees, read: { origin: `HARNESS_FEES_FILE, ${basename(file)}`, changedAt } };
}

/** @throws HARNESS_FEES_MALFORMED, which names `path` */
export function parseFees(path: string, text: string): Fees {
  const fail = (detail: string): never => {
    throw new LaunchlensError('HARNESS_FEES_MALFORMED', { path, detail });
  };
  const { success, data, error } = feeConfiguration.safeParse(parseJson(text, fail));
  if (!success) return fail(rowIssues(error));
  return {
    technologyBps: BigInt(data.technology_fee_bps),
    slippageBps: BigInt(data.slippage_bps),
    priority: parseDecimal(data.priority_fee_quote, MONEY_PLACES) ?? fail('priority_fee_quote'),
  };
}
