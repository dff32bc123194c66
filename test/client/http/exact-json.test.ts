import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { EXACT_FIELDS, parseExact } from '../../../client/http/exact-json.ts';
import * as toolAnswers from '../../../schemas/mcp/answers.ts';
import * as answers from '../../../schemas/rest/answers.ts';
import { payoutRequest } from '../../../schemas/rest/claims.ts';
import { flowListAnswer } from '../../../schemas/rest/flows.ts';
import { pledgeDistributionAnswer } from '../../../schemas/rest/pledge-distribution.ts';
import { walletPositionsAnswer } from '../../../schemas/rest/positions.ts';
import * as proof from '../../../schemas/rest/proof.ts';
import { raiseCurveAnswer } from '../../../schemas/rest/raise-curve.ts';
import { rewardsHistoryAnswer, rewardsSummaryAnswer } from '../../../schemas/rest/rewards.ts';

const ANSWERED: Readonly<Record<string, z.ZodType>> = {
  ...answers,
  ...toolAnswers,
  ...{ payoutRequest, flowListAnswer, pledgeDistributionAnswer, walletPositionsAnswer, raiseCurveAnswer },
  ...{ rewardsHistoryAnswer, rewardsSummaryAnswer },
  ...{
    coverage: proof.coverageAnswer,
    audits: proof.auditListAnswer,
    verification: proof.verificationAnswer,
  },
};

/** The names of fields by whether they are whole numbers of any size, or numbers that a double holds. */
function numbersOf(
  schema: z.ZodType,
  name = '',
  found = { exact: new Set<string>(), small: new Set<string>() },
) {
  const { def } = schema as unknown as {
    readonly def: { readonly type: string; readonly innerType?: z.ZodType };
  };
  if (def.type === 'custom') found.exact.add(name);
  if (def.type === 'number') found.small.add(name);
  if (def.innerType) numbersOf(def.innerType, name, found);
  if (schema instanceof z.ZodArray) numbersOf(schema.element as z.ZodType, name, found);
  if (schema instanceof z.ZodObject) {
    for (const [field, inner] of Object.entries(schema.shape)) numbersOf(inner as z.ZodType, field, found);
  }
  return found;
}

describe('the exact reading of JSON', () => {
  test('knows every field of any size by its name, and takes no other for one', () => {
    const found = Object.values(ANSWERED).map((schema) => numbersOf(schema));
    const exact = new Set(found.flatMap((names) => [...names.exact]));
    const small = new Set(found.flatMap((names) => [...names.small]));
    // Counts of records, which no store takes to 2^53.
    const counts = ['count', 'priced_count'];
    expect([...exact].filter((name) => !counts.includes(name)).sort()).toEqual([...EXACT_FIELDS].sort());
    expect([...small].filter((name) => EXACT_FIELDS.has(name))).toEqual([]);
  });

  test('keeps every digit of an integer beyond 2^53, wherever it stands', () => {
    expect(parseExact('{"a":[9007199254740993,-9223372036854775808]}')).toEqual({
      a: [9007199254740993n, -9223372036854775808n],
    });
  });

  test('gives the named fields as bigint at any size, and others as numbers', () => {
    expect(parseExact('{"amount_base_units":7,"slot":7,"end_ts":null,"ratio":1.5,"id":"x"}')).toEqual({
      ...{ amount_base_units: 7n, slot: 7, end_ts: null, ratio: 1.5, id: 'x' },
    });
  });

  test('leaves what is no integer as JSON has it', () => {
    expect(parseExact('[1e30, 0.1, -0, "9007199254740993"]')).toEqual([1e30, 0.1, -0, '9007199254740993']);
  });
});
