import { expect, test } from 'vitest';
import { fitted, USUAL_ANSWER_BYTES } from '../../../../api/mcp/catalogue/fit.ts';

/** A listing of rows of a size, and how often it was asked. */
function listing(rowBytes: number, rows = 500) {
  const asked: unknown[] = [];
  const answer = async (input: Readonly<Record<string, unknown>>) => {
    asked.push(input.limit);
    const shown = Math.min(rows, Number(input.limit ?? rows));
    return { results: Array.from({ length: shown }, () => 'x'.repeat(rowBytes)) };
  };
  const ask = (raw: object, input: object = { limit: 50 }) =>
    fitted({ raw, input: { ...input }, answer, bytesOf: (answered) => JSON.stringify(answered).length });
  return { asked, ask };
}

test.for([1, 100, 161, 700, 3_000, 7_900])(
  'rows of %i bytes fill an answer without going past it',
  async (bytes) => {
    const { ask, asked } = listing(bytes);

    const answer = await ask({});
    const length = JSON.stringify(answer).length;
    expect(length).toBeLessThanOrEqual(USUAL_ANSWER_BYTES);
    expect((answer.results as unknown[]).length).toBeGreaterThanOrEqual(
      Math.min(50, Math.floor((USUAL_ANSWER_BYTES * 0.9) / bytes) || 1),
    );
    expect(asked.length).toBeLessThanOrEqual(3);
  },
);

test('a row that is too long by itself is answered alone', async () => {
  expect(((await listing(10_000).ask({})).results as unknown[]).length).toBe(1);
});

test('a caller that says how much gets that', async () => {
  expect(((await listing(1_000).ask({ limit: 50 })).results as unknown[]).length).toBe(50);
});

test('rows of a list in a member of the answer are counted too', async () => {
  const ask = async ({ limit }: Readonly<Record<string, unknown>>) => ({
    always: ['one', 'two'],
    policy: { mints: Array.from({ length: Math.min(200, Number(limit)) }, () => 'x'.repeat(100)) },
  });
  const bytesOf = (answered: object) => JSON.stringify(answered).length;
  const answer = await fitted({ raw: {}, input: { limit: 200 }, answer: ask, bytesOf });
  const { mints } = answer.policy as { readonly mints: readonly string[] };
  expect([bytesOf(answer) <= USUAL_ANSWER_BYTES, mints.length > 60]).toEqual([true, true]);
});

test('an answer that no argument bounds is left as it is', async () => {
  const { ask, asked } = listing(1_000, 20);

  expect(((await ask({}, {})).results as unknown[]).length).toBe(20);
  expect(asked).toHaveLength(1);
});
