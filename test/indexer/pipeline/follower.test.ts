import { describe, expect, test } from 'vitest';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { followChain } from '../../../indexer/pipeline/follower.ts';
import type { SessionEnd } from '../../../indexer/pipeline/next-step.ts';
import { createStats } from '../../../indexer/pipeline/stats.ts';

const disconnected: SessionEnd = { kind: 'disconnected', detail: 'connection refused' };
const unavailable: SessionEnd = { kind: 'replay_unavailable', detail: 'failed to get replay response' };

/**
 * What follows each of the ends, by the streams that were opened; an end may come with a head that moved.
 * @param rollBack what a rollback does, given what stops the follower
 */
async function steps(
  ends: readonly (SessionEnd & { readonly movedTo?: bigint })[],
  rollBack = async (_stop: () => void): Promise<'resume' | 'splice'> => 'resume',
): Promise<string[]> {
  const stopping = new AbortController();
  const waiting = [...ends];
  const opened: string[] = [];
  let head = 10n;
  const open = (kind: string) => async (): Promise<SessionEnd> => {
    opened.push(kind);
    const end = waiting.shift() ?? { kind: 'closed' as const };
    head = 'movedTo' in end && end.movedTo !== undefined ? end.movedTo : head;
    return end;
  };
  const chain = {
    get head() {
      return head;
    },
    resume: open('resume'),
    splice: open('splice'),
    rollBack: () => rollBack(() => stopping.abort()),
  };
  await followChain(chain, {
    clock: { now: () => 0, sleep: async () => undefined },
    logger: createLogger('silent'),
    stats: createStats(),
    signal: stopping.signal,
  });
  return opened;
}

test('a node that could not be reached has refused no replay', async () => {
  const opened = await steps([disconnected, disconnected, disconnected, disconnected, unavailable]);
  expect(opened).toEqual(Array(6).fill('resume'));
});

test('a snapshot is taken once a node has left four streams unanswered, whatever failed in between', async () => {
  const ends = [unavailable, disconnected, unavailable, unavailable, disconnected, unavailable];
  expect(await steps(ends)).toEqual([...Array(6).fill('resume'), 'splice']);
});

test('a head that moves shows that the node answers', async () => {
  const moved = { ...disconnected, movedTo: 11n };
  const ends = [unavailable, unavailable, unavailable, moved, unavailable];
  expect(await steps(ends)).toEqual(Array(6).fill('resume'));
});

describe('a rollback', () => {
  const forked: SessionEnd = { kind: 'forked', fork: { to: 8n, cause: 'slot 9 died' } };
  const passing = new LaunchlensError('OLAP_UNREACHABLE', { target: 'the store', reason: 'it restarts' });
  const lasting = new LaunchlensError('OLAP_CLOSED', {});

  test('is tried until it succeeds', async () => {
    let tried = 0;
    const opened = await steps([forked], async () => {
      tried += 1;
      if (tried < 3) throw passing;
      return 'splice';
    });
    expect({ tried, opened }).toEqual({ tried: 3, opened: ['resume', 'splice'] });
  });

  test('that can never succeed ends the follower', async () => {
    const never = steps([forked], async () => Promise.reject(lasting));
    await expect(never).rejects.toMatchObject({ code: 'OLAP_CLOSED' });
  });

  test('that is cut short because the follower stops is no failure', async () => {
    const opened = await steps([forked], async (stop) => {
      stop();
      throw new DOMException('stopping', 'AbortError');
    });
    expect(opened).toEqual(['resume']);
  });
});
