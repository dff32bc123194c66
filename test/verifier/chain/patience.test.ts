import { expect, test } from 'vitest';
import { createPatience } from '../../../verifier/chain/http.ts';

test('a wait that would end after the time limit is not begun', async () => {
  expect(await createPatience(0).pause()).toBe(false);
  expect(await createPatience(60_000).pause(60_000)).toBe(false);
  expect(await createPatience(60_000).pause(1)).toBe(true);
});
