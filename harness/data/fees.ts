import { fileURLToPath } from 'node:url';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { rowIssues } from '../../core/kernel/wrong-value.ts';
import type { Fees } from '../../core/rules/paper/portfolio.ts';
import { MONEY_PLACES } from '../../core/rules/paper/units.ts';
import { feeConfiguration } from '../../schemas/harness/fees.ts';
import { parseDecimal } from '../model/decimal.ts';
import { parseJson, readText } from './files.ts';

const LOCKED = fileURLToPath(new URL('../../fixtures/bars/fees.json', import.meta.url));

export interface SourcedFees {
  readonly source: 'locked' | 'live';
  readonly fees: Fees;
}

/** The locked snapshot, or the operator's configuration file. @throws HARNESS_FEES_MALFORMED */
export function readFees(file?: string): SourcedFees {
  const path = file ?? LOCKED;
  return { source: file === undefined ? 'locked' : 'live', fees: parseFees(path, readText(path)) };
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
