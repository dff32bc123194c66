import { expect, test } from 'vitest';
import { unlessQuiet } from '../../../core/oltp/quiet.ts';

/** A store that is written to, and work that looks into it. */
function watched() {
  const store = {
    written: 0 as number | undefined,
    dueAt: Number.POSITIVE_INFINITY,
    looks: 0,
    duringLook: () => {},
  };
  const quietly = unlessQuiet({ writes: () => store.written }, async () => store.dueAt);
  const look = async (now = 0): Promise<void> => {
    await quietly(now, async () => {
      store.looks += 1;
      store.duringLook();
    });
  };
  return { store, look };
}

test('looks once while nothing is written', async () => {
  const { store, look } = watched();
  await look();
  await look();
  expect(store.looks).toBe(1);
  store.written = 1;
  await look();
  await look();
  expect(store.looks).toBe(2);
});

test('looks again at the time when something becomes due', async () => {
  const { store, look } = watched();
  store.dueAt = 1_000;
  await look(0);
  await look(999);
  expect(store.looks).toBe(1);
  await look(1_000);
  expect(store.looks).toBe(2);
});

test('looks again after a write during the look, which may have missed it', async () => {
  const { store, look } = watched();
  store.duringLook = () => {
    store.written = 1;
  };
  await look();
  await look();
  await look();
  expect(store.looks).toBe(2);
});

test('repeats a look that failed', async () => {
  const { store, look } = watched();
  store.duringLook = () => {
    throw new RangeError('broken');
  };
  await expect(look()).rejects.toThrow('broken');
  await expect(look()).rejects.toThrow('broken');
  expect(store.looks).toBe(2);
});

test('looks each time where other processes may write', async () => {
  const { store, look } = watched();
  store.written = undefined;
  await look();
  await look();
  expect(store.looks).toBe(2);
});
