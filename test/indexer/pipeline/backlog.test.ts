import { expect, test } from 'vitest';
import { Backlog } from '../../../indexer/pipeline/backlog.ts';

function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

function backlog(consume: (item: number) => Promise<void>, limit = 10) {
  const log: string[] = [];
  const queue = new Backlog<number>({
    consume,
    weight: (item) => item,
    limit,
    onFull: () => log.push('full'),
    onDrained: () => log.push('drained'),
    onFailure: (error) => log.push(`failed: ${(error as Error).message}`),
  });
  return { queue, log };
}

test('items are consumed one at a time in the order in which they came', async () => {
  const events: string[] = [];
  const { queue } = backlog(async (item) => {
    events.push(`start ${item}`);
    await Promise.resolve();
    events.push(`end ${item}`);
  });
  for (const item of [1, 2, 3]) queue.push(item);
  await queue.idle();
  expect(events).toEqual(['start 1', 'end 1', 'start 2', 'end 2', 'start 3', 'end 3']);
});

test('the source is asked to wait above the limit and may go on below half of it', async () => {
  const gates = [gate(), gate(), gate()];
  let consumed = 0;
  const { queue, log } = backlog(async () => {
    await gates[consumed++]?.passed;
  });
  for (const item of [4, 4, 4]) queue.push(item);
  expect(log).toEqual(['full']);
  expect(queue.full).toBe(true);
  gates[0]?.open();
  gates[1]?.open();
  gates[2]?.open();
  await queue.idle();
  expect(log).toEqual(['full', 'drained']);
  expect(queue.full).toBe(false);
});

test('a failure is reported once and nothing more is consumed', async () => {
  const seen: number[] = [];
  const { queue, log } = backlog(async (item) => {
    seen.push(item);
    if (item === 2) throw new Error('the store is gone');
  });
  for (const item of [1, 2, 3]) queue.push(item);
  await queue.idle();
  queue.push(4);
  await queue.idle();
  expect(seen).toEqual([1, 2]);
  expect(log).toEqual(['failed: the store is gone']);
});
