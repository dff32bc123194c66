import { beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../../../../api/mcp/sessions/sessions.ts';
import { Streams, StreamWatch } from '../../../../api/mcp/sessions/streams.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const logger = createLogger('silent');
const metrics = { limited: () => undefined };

class CountingStream {
  end = (): void => undefined;
  beats = 0;
  closed = 0;
  beat(): void {
    this.beats += 1;
  }
  close(): void {
    this.closed += 1;
  }
}

const sessionOf = (id: string, credentialId?: string): Session => ({
  id,
  owner: { surface: '/mcp', credentialId },
  until: 1_000,
  hash: id,
});

describe('open streams', () => {
  let streams: Streams;
  beforeEach(() => {
    streams = new Streams({ streams: 4, streamsPerClient: 2, metrics });
  });
  const open = (session: Session, address = 'a') => {
    const stream = new CountingStream();
    streams.open(session, address, (onEnd) => {
      stream.end = onEnd;
      return stream;
    });
    return stream;
  };

  test('are one a session, and as many as an address and the process may have', () => {
    open(sessionOf('1'));
    expect(() => open(sessionOf('1'), 'b')).toThrow(/one is allowed/);
    open(sessionOf('2'));
    expect(() => open(sessionOf('3'))).toThrow(/limit of open streams is reached/);
    open(sessionOf('3'), 'b');
    open(sessionOf('4'), 'c');
    expect(() => open(sessionOf('5'), 'd')).toThrow(/limit of open streams is reached/);

    streams.close(sessionOf('1'));
    open(sessionOf('5'));
  });

  test('beat, and are closed once, by whoever closes them', () => {
    const [one, two] = [open(sessionOf('1', 'x')), open(sessionOf('2', 'y'))];

    streams.beat();
    streams.closeOf('x');
    streams.close(sessionOf('1'));
    streams.beat();
    streams.closeAll();
    streams.closeAll();

    expect([one.beats, one.closed, two.beats, two.closed]).toEqual([1, 1, 2, 1]);
    expect(streams.sessions).toEqual([]);
  });

  test('leave the place of a session alone that another stream has taken since', () => {
    const session = sessionOf('1');
    const gone = open(session);
    streams.close(session);
    open(session);

    gone.end();

    expect(streams.sessions).toEqual([session]);
  });

  test('take no place where the client has left, or where they cannot be opened', () => {
    for (const id of ['1', '2', '3']) streams.open(sessionOf(id), 'a', () => undefined);
    const broken = () => {
      throw new TypeError('the socket is gone');
    };
    for (const id of ['1', '2', '3']) expect(() => streams.open(sessionOf(id), 'a', broken)).toThrow('gone');

    open(sessionOf('1'));
    open(sessionOf('2'));
    expect(streams.sessions).toHaveLength(2);
  });

  describe('that may not stay', () => {
    const clock = manualClock(1);
    const held = sessionOf('held', 'holds');
    const revoked = sessionOf('revoked', 'revoked');
    const ended = sessionOf('ended', 'holds');
    const anonymous = sessionOf('anonymous');
    const watch = (parts: Partial<ConstructorParameters<typeof StreamWatch>[0]> = {}) =>
      new StreamWatch({
        streams,
        sessions: { haveEnded: async () => new Set([ended]) },
        access: { stillHolds: async () => new Set(['holds']) },
        clock,
        logger,
        ...parts,
      });
    beforeEach(() => {
      streams = new Streams({ streams: 10, streamsPerClient: 10, metrics });
      for (const session of [held, revoked, ended, anonymous]) open(session);
    });

    test('are closed: of credentials that no longer hold, of sessions that were ended', async () => {
      await watch().look();

      expect(streams.sessions).toEqual([held, anonymous]);
    });

    test('are closed when their session ends by itself', async () => {
      await watch({ clock: manualClock(1_000) }).look();

      expect(streams.sessions).toEqual([]);
    });

    test('are those of credentials where nobody can be asked', async () => {
      const access = { stillHolds: () => Promise.reject(new Error('the store is away')) };
      await watch({ access }).look();

      expect(streams.sessions).toEqual([anonymous]);
    });

    test('are asked about in one question, and in one at a time', async () => {
      const asked: (readonly string[])[] = [];
      let answer = () => {};
      const waiting = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const stillHolds = async (ids: readonly string[]) => {
        asked.push(ids);
        await waiting;
        return new Set(['holds']);
      };
      const watching = watch({ access: { stillHolds } });

      const first = watching.look();
      await watching.look();
      answer();
      await first;

      expect(asked).toEqual([['holds', 'revoked']]);
    });
  });
});
