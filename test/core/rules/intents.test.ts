import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INTENT_MOVES, type IntentMove, intentAfter, openTo } from '../../../core/rules/intents.ts';
import { INTENT_STATUSES, type IntentStatus } from '../../../schemas/rest/intent-statuses.ts';

const moves = fc.array(fc.constantFrom(...INTENT_MOVES), { maxLength: 20 });

function played(sequence: readonly IntentMove[]): IntentStatus[] {
  const path: IntentStatus[] = ['proposed'];
  for (const move of sequence) {
    const next = intentAfter(path.at(-1) ?? 'proposed', move);
    if (next !== undefined) path.push(next);
  }
  return path;
}

describe('the life of an intent', () => {
  test('is exactly the one that the documentation tells', () => {
    const table = INTENT_STATUSES.flatMap((status) =>
      INTENT_MOVES.flatMap((move) => {
        const next = intentAfter(status, move);
        return next === undefined ? [] : [`${status} -${move}-> ${next}`];
      }),
    );
    expect(table).toEqual([
      'proposed -approve-> approved',
      'proposed -reject-> rejected',
      'proposed -submit-> submitted',
      'proposed -expire-> expired',
      'approved -reject-> rejected',
      'approved -submit-> submitted',
      'approved -expire-> expired',
      'submitted -confirm-> confirmed',
      'submitted -fail-> failed',
      'submitted -expire-> expired',
    ]);
  });

  test('never returns to a status, whatever moves come', () => {
    fc.assert(
      fc.property(moves, (sequence) => {
        const path = played(sequence);
        expect(new Set(path).size).toBe(path.length);
      }),
    );
  });

  test('is confirmed only by way of a submission', () => {
    fc.assert(
      fc.property(moves, (sequence) => {
        const path = played(sequence);
        const end = path.at(-1);
        if (end === 'confirmed' || end === 'failed') expect(path).toContain('submitted');
      }),
    );
  });

  test('is rejected by nobody once it was submitted', () => {
    fc.assert(
      fc.property(moves, (sequence) => {
        const path = played(sequence);
        if (path.includes('submitted')) expect(path).not.toContain('rejected');
      }),
    );
  });

  test('answers every status with every move', () => {
    for (const status of INTENT_STATUSES) {
      for (const move of INTENT_MOVES) {
        const next = intentAfter(status, move);
        expect(next === undefined || INTENT_STATUSES.includes(next)).toBe(true);
        expect(openTo(move).includes(status)).toBe(next !== undefined);
      }
    }
  });
});
