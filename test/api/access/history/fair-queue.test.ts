import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ClientTime } from '../../../../api/access/history/client-time.ts';
import { FairQueue } from '../../../../api/access/history/fair-queue.ts';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const [ONE, OTHER, THIRD] = ['198.51.100.7', '203.0.113.7', '192.0.2.7'] as const;

function open(connections: number, waiting = { total: 10, perClient: 5 }) {
  const clock = manualClock();
  const time = new ClientTime({ clock, burstMs: 1_000, regained: 0.5, networks: 100 });
  const refuse = (seconds: number) => new LaunchlensError('CLIENT_SHARE_USED', { what: 'turns', seconds });
  const turns = new FairQueue({ connections, waiting, time, clock, refuse });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  /** Asks for a turn under a name. Ends only by `end`. */
  const ask = (name: string, client: string, signal = new AbortController().signal) =>
    turns.take(client, signal).then((end) => {
      began.push(name);
      ends.set(name, end);
    });
  const end = async (name: string, afterMs = 0): Promise<void> => {
    clock.advance(afterMs);
    ends.get(name)?.();
    await nextTurn();
  };
  return { clock, time, began, ask, end };
}

describe('turns', () => {
  test('leave half of the connections to others, however much one client asks for', async () => {
    const { began, ask } = open(4);
    for (const name of ['a', 'b', 'c', 'd']) void ask(name, ONE);
    await nextTurn();
    expect(began).toEqual(['a', 'b']);
    await ask('other', OTHER);
    expect(began).toEqual(['a', 'b', 'other']);
  });

  test('give a single connection to one client at a time', async () => {
    const { began, ask, end } = open(1);
    void ask('a', ONE);
    void ask('b', OTHER);
    await nextTurn();
    expect(began).toEqual(['a']);
    await end('a');
    expect(began).toEqual(['a', 'b']);
  });

  test('go to the client that has used the least time, and to its questions in their order', async () => {
    const { began, ask, end } = open(2);
    void ask('slow 1', ONE);
    void ask('quick 1', OTHER);
    for (const name of ['slow 2', 'slow 3']) void ask(name, ONE);
    for (const name of ['quick 2', 'quick 3']) void ask(name, OTHER);
    void ask('new', THIRD);
    await nextTurn();
    await end('slow 1', 100);
    expect(began.slice(2)).toEqual(['new']);
    await end('quick 1');
    await end('new');
    expect(began.slice(3)).toEqual(['slow 2', 'quick 2']);
    await end('quick 2', 1);
    expect(began.slice(5)).toEqual(['quick 3']);
  });

  test('are refused to a client whose time is used up while others read, also where it waits already', async () => {
    const { clock, ask, end } = open(4);
    await ask('of another client', THIRD);
    for (const name of ['a', 'a 2']) void ask(name, ONE);
    const waiting = ask('b', ONE);
    const refused = expect(waiting).rejects.toMatchObject({ code: 'CLIENT_SHARE_USED' });
    await nextTurn();
    await end('a', 1_500);
    await refused;
    await expect(ask('c', ONE)).rejects.toMatchObject({ context: { seconds: 1 } });
    await ask('other', OTHER);
    await end('a 2');
    clock.advance(4_001);
    await ask('d', ONE);
  });

  test('are given to a client that reads alone, however much time it has used', async () => {
    const { began, ask, end } = open(2);
    void ask('a', ONE);
    const waiting = ask('b', ONE);
    await nextTurn();
    await end('a', 100_000);
    await waiting;
    await end('b', 100_000);
    await ask('c', ONE);
    expect(began).toEqual(['a', 'b', 'c']);
  });

  test('are refused to a client that has too much waiting', async () => {
    const { ask } = open(2, { total: 10, perClient: 2 });
    for (const name of ['a', 'b', 'c']) void ask(name, ONE);
    await expect(ask('d', ONE)).rejects.toMatchObject({ code: 'CLIENT_SHARE_USED' });
    await ask('other', OTHER);
  });

  test('are not taken by a question that was given up while it waited', async () => {
    const { began, ask, end } = open(2);
    const leaving = new AbortController();
    void ask('a', ONE);
    const given = ask('b', ONE, leaving.signal);
    void ask('c', ONE);
    leaving.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    await end('a');
    expect(began).toEqual(['a', 'c']);
  });
});
