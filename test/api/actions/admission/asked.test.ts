import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { askedOf } from '../../../../api/actions/admission/asked.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';

const PROPOSING = { input: z.object({ confirm: z.boolean(), amount: z.string() }) };
const SETTING = { input: z.object({ mode: z.string() }) };

describe('what the audit log keeps of a call', () => {
  test('is what it asked for, whether it confirmed a plan, and what would leave the wallet', () => {
    const outflows = [{ mint: pubkeyOf('a mint'), amount: 5n }];
    const move = { outflows, counterparties: [] };
    expect(askedOf(PROPOSING, { confirm: false, amount: '5' }, { move })).toEqual({
      ...{ asked: '{"amount":"5"}', stage: 'plan', planId: undefined, outflows },
    });
    const confirmed = { confirm: true, plan_id: 'p', idempotency_key: 'k', amount: '5' };
    expect(askedOf(PROPOSING, confirmed, undefined)).toEqual({
      ...{ asked: '{"amount":"5"}', stage: 'confirmation', planId: 'p', outflows: undefined },
    });
  });

  test('has no stage where a tool makes no plans, and is cut where it is long', () => {
    expect(askedOf(SETTING, { mode: 'observe' }, {})).toMatchObject({
      ...{ asked: '{"mode":"observe"}', stage: undefined },
    });
    expect(askedOf(SETTING, { mode: 'x'.repeat(500) }, {}).asked).toHaveLength(401);
    expect(askedOf(SETTING, 'no object', {}).asked).toBe('{}');
  });
});
