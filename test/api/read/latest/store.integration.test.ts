import { afterEach, describe, expect, test } from 'vitest';
import { latestView } from '../../../../api/read/latest/view.ts';
import type { PledgePage, Stamped } from '../../../../api/read/questions.ts';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { indexSuite } from '../../support/index-suite.ts';
import { type FollowedStore, followIndex } from '../../support/mirror-under-test.ts';

describe('the store of the newest state', () => {
  const under = indexSuite();
  let followed: FollowedStore | undefined;
  afterEach(async () => {
    await followed?.stop();
  });
  const follow = (
    olap: Olap = under.olap,
    options: Parameters<typeof followIndex>[1] = {},
  ): FollowedStore => {
    followed = followIndex(olap, options);
    return followed;
  };

  test('loads once, then follows by tails', async () => {
    under.index
      .launch({ launchId: 1n, slot: 1n })
      .pledge({ launchId: 1n, pledger: 'a', slot: 1n, amount: 5n });
    await under.index.checkpoint({ slot: 1n });
    const { store, reaches } = follow();
    await reaches(1n);

    under.index.pledge({ launchId: 1n, pledger: 'b', slot: 2n, amount: 6n });
    await under.index.checkpoint({ slot: 2n });
    await reaches(2n);

    expect(store.counters).toMatchObject({ loads: 1, tails: 1, rows: 3, failures: 0 });
    expect(store.held?.state.pledgeCount).toBe(2);
    expect(store.status).toEqual({ phase: 'ready' });
  });

  test('is woken by a nudge long before its poll', async () => {
    await under.index.checkpoint({ slot: 1n });
    const { store, reaches } = follow(under.olap, { pollMs: 3_600_000 });
    await reaches(1n);

    await under.index.checkpoint({ slot: 2n });
    store.nudge();

    await reaches(2n);
    expect(store.counters).toMatchObject({ loads: 1, tails: 1 });
  });

  test('never shows a part of a checkpoint, or one under the stamp of another', async () => {
    // Given launches whose pledges all change by one in every checkpoint
    const pledgers = Array.from({ length: 40 }, (_, index) => `pledger ${index}`);
    const addAll = (slot: bigint) => {
      under.index.launch({ launchId: 1n, slot, status: 2, totalPledged: slot });
      for (const pledger of pledgers) under.index.pledge({ launchId: 1n, pledger, slot, amount: slot });
    };
    addAll(1n);
    await under.index.checkpoint({ slot: 1n });
    const { store, reaches } = follow(under.olap, { pollMs: 1 });
    await reaches(1n);

    // When a reader looks in every turn of the event loop while checkpoints come
    const seen = new Set<bigint>();
    let reading = true;
    const reader = (async () => {
      while (reading) {
        const view = latestView(store.snapshot());
        const { stamp, facts } = view.pledges({ launchId: 1n, limit: 200 }) as Stamped<PledgePage>;
        expect(new Set(facts.pledges.map(({ amount }) => amount))).toEqual(new Set([stamp.slot]));
        seen.add(stamp.slot);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    for (let slot = 2n; slot <= 12n; slot++) {
      addAll(slot);
      await under.index.checkpoint({ slot });
      await reaches(slot);
    }
    reading = false;

    // Then every look saw all pledges at the amount of the stamp's slot
    await reader;
    expect(seen.size).toBeGreaterThan(5);
  });

  test('reads a tail that is too long into a fresh state', async () => {
    under.index.launch({ launchId: 1n, slot: 1n });
    await under.index.checkpoint({ slot: 1n });
    const { store, reaches } = follow(under.olap, { longestTail: 10 });
    await reaches(1n);
    const before = store.held?.state;

    for (let index = 0; index < 11; index++) {
      under.index.pledge({ launchId: 1n, pledger: `pledger ${index}`, slot: 2n, amount: 1n });
    }
    await under.index.checkpoint({ slot: 2n });
    await reaches(2n);

    expect(store.counters).toMatchObject({ loads: 2, tails: 0 });
    expect(store.held?.state).not.toBe(before);
    expect(store.held?.state.pledgeCount).toBe(11);
  });

  test('follows a tail of any length, up to the longest', async () => {
    under.index.launch({ launchId: 1n, slot: 1n });
    await under.index.checkpoint({ slot: 1n });
    const { store, reaches } = follow(under.olap);
    await reaches(1n);

    for (let index = 0; index < 5_000; index++) {
      under.index.pledge({ launchId: 1n, pledger: `pledger ${index}`, slot: 2n, amount: 1n });
    }
    await under.index.checkpoint({ slot: 2n });
    await reaches(2n);

    expect(store.counters).toMatchObject({ loads: 1, tails: 1, rows: 5_001 });
    expect(store.held?.state.pledgeCount).toBe(5_000);
  });

  test('starts over when the index was rebuilt', async () => {
    under.index.launch({ launchId: 1n, slot: 1n });
    await under.index.checkpoint({ slot: 8n });
    await under.index.checkpoint({ slot: 9n });
    const { store, reaches } = follow();
    await reaches(9n);

    await under.index.reset();
    under.index.launch({ launchId: 2n, slot: 1n });
    await under.index.checkpoint({ slot: 4n });
    await reaches(4n);

    expect(store.held?.state.launches.map(({ launchId }) => launchId)).toEqual([2n]);
  });

  test('never shows a slot whose rows a rollback removed while they were read', async () => {
    under.index.launch({ launchId: 1n, slot: 1n });
    await under.index.checkpoint({ slot: 1n });
    let rollBackAfter = Number.POSITIVE_INFINITY;
    let rolledBack: Promise<void> | undefined;
    const reader = new Proxy(under.olap.reader, {
      get: (target, name, receiver) => {
        if (name !== 'query') return Reflect.get(target, name, receiver);
        return async (...question: Parameters<typeof target.query>) => {
          rollBackAfter -= 1;
          if (rollBackAfter < 0) rolledBack ??= under.index.takeBack(2n, 1n);
          await rolledBack;
          return target.query(...question);
        };
      },
    });
    const { store, reaches } = follow({ ...under.olap, reader }, { pollMs: 3_600_000 });
    await reaches(1n);
    const shown: bigint[] = [];
    store.onStep(({ snapshot }) => shown.push(snapshot.stamp.slot));

    under.index.pledge({ launchId: 1n, pledger: 'a', slot: 2n, amount: 5n });
    await under.index.checkpoint({ slot: 2n });
    // One statement reads the checkpoint of slot 2; the others wait until slot 2 was rolled back.
    rollBackAfter = 1;
    await waitFor(
      () => {
        store.nudge();
        return shown.length > 0;
      },
      { what: 'a step' },
    );

    expect(shown).toEqual([1n]);
    expect(store.held?.stamp.checkpoint.rollbackRevision).toBeGreaterThan(0n);
  });

  test('keeps answering for its slot while the index cannot be read, says so, and goes on afterwards', async () => {
    under.index.launch({ launchId: 1n, slot: 1n });
    await under.index.checkpoint({ slot: 1n });
    let broken = false;
    const reader = new Proxy(under.olap.reader, {
      get: (target, name, receiver) => {
        if (broken) throw new LaunchlensError('OLAP_CLOSED', {});
        return Reflect.get(target, name, receiver);
      },
    });
    const { store, reaches, fails } = follow({ ...under.olap, reader });
    await reaches(1n);

    broken = true;
    await fails();
    expect(store.status).toEqual({ phase: 'failing', reason: 'reading the index fails (OLAP_CLOSED)' });
    expect(store.snapshot().stamp.slot).toBe(1n);

    await under.index.checkpoint({ slot: 2n });
    broken = false;
    await reaches(2n);
    expect(store.status).toEqual({ phase: 'ready' });
  });

  test('says that nothing was indexed, and refuses to answer, until the first checkpoint', async () => {
    const { store, reaches } = follow();
    await waitFor(() => store.status.phase === 'empty', {
      what: 'the store to look once',
    });
    expect(() => store.snapshot()).toThrow('The index is not ready: nothing has been indexed yet');

    await under.index.checkpoint({ slot: 3n });
    await reaches(3n);
  });

  test('takes up what a repair found in an earlier slot, and passes over what a later slot has replaced', async () => {
    under.index
      .pledge({ launchId: 1n, pledger: 'late', slot: 5n, amount: 50n })
      .pledge({ launchId: 1n, pledger: 'gone', slot: 5n, closed: true });
    under.index.launch({ launchId: 1n, slot: 1n });
    await under.index.checkpoint({ slot: 6n });
    const { store, reaches } = follow();
    await reaches(6n);

    under.index
      .pledge({ launchId: 1n, pledger: 'late', slot: 4n, amount: 40n })
      .pledge({ launchId: 1n, pledger: 'gone', slot: 4n, amount: 40n })
      .pledge({ launchId: 1n, pledger: 'missed', slot: 4n, amount: 41n })
      .pledge({ launchId: 1n, pledger: 'late', slot: 5n, amount: 51n });
    await under.index.checkpoint({ slot: 7n });
    await reaches(7n);

    const amountOf = async (name: string) => {
      const answer = await latestView(store.snapshot()).launch({ launchId: 1n, wallet: pubkeyOf(name) });
      return answer.facts?.pledge?.amount;
    };
    expect(await amountOf('late')).toBe(51n);
    expect(await amountOf('gone')).toBeUndefined();
    expect(await amountOf('missed')).toBe(41n);
  });
});
