import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paced } from '../../../web/data/paced.ts';

const EVERY_MS = 1_000;

describe('what is asked for again', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is asked for once, however often a change is told meanwhile', async () => {
    const ask = vi.fn(async () => undefined);
    const { again } = paced(ask, EVERY_MS);
    for (let count = 0; count < 5; count += 1) again();
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(ask).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('is not asked for anew before the answer came, and once more after it for what was told meanwhile', async () => {
    const answers: (() => void)[] = [];
    const ask = vi.fn(() => new Promise<void>((resolve) => void answers.push(resolve)));
    const { again } = paced(ask, EVERY_MS);
    again();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    again();
    again();
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(ask).toHaveBeenCalledTimes(1);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('is not asked for once nobody looks', async () => {
    const ask = vi.fn(async () => undefined);
    const { again, stop } = paced(ask, EVERY_MS);
    again();
    stop();
    again();
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(ask).not.toHaveBeenCalled();
  });
});
