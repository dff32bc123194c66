import { beforeEach, describe, expect, test } from 'vitest';
import type { EventStream } from '../../../../api/mcp/sessions/event-stream.ts';
import type { Session } from '../../../../api/mcp/sessions/session.ts';
import { Sessions } from '../../../../api/mcp/sessions/sessions.ts';

const PUBLIC = { surface: '/mcp' };
const IDLE_MS = 1000;

class CountingStream implements Pick<EventStream, 'beat' | 'close'> {
  beats = 0;
  closed = 0;
  beat(): void {
    this.beats += 1;
  }
  close(): void {
    this.closed += 1;
  }
}

function streamOn(session: Session): CountingStream {
  const stream = new CountingStream();
  session.stream = stream as unknown as EventStream;
  return stream;
}

describe('sessions', () => {
  let now: number;
  let sessions: Sessions;
  beforeEach(() => {
    now = 1;
    const clock = { now: () => now, sleep: async () => {} };
    sessions = new Sessions({ idleMs: IDLE_MS, sessions: 5, perAddress: 3 }, clock);
  });
  const alive = (all: readonly Session[]) => all.filter(({ id }) => sessions.find(id, PUBLIC) !== undefined);

  test('have ids that nobody guesses, of characters that a header takes', () => {
    const ids = [1, 2, 3].map(() => sessions.open(PUBLIC, 'a').id);

    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{32}$/);
  });

  test('are known to their own surface only', () => {
    const { id } = sessions.open(PUBLIC, 'a');

    expect(sessions.find(id, { surface: '/mcp/other' })).toBeUndefined();
    expect(sessions.find(id, PUBLIC)).toBeDefined();
    expect(sessions.find('__proto__', PUBLIC)).toBeUndefined();
  });

  test('end when they were idle too long, and their streams with them', () => {
    const idle = sessions.open(PUBLIC, 'a');
    const used = sessions.open(PUBLIC, 'b');
    const stream = streamOn(idle);

    now += IDLE_MS - 1;
    sessions.find(used.id, PUBLIC);
    // Another's attempt is no use of it.
    sessions.find(idle.id, { surface: '/mcp/other' });
    now += 2;

    expect(sessions.find(idle.id, PUBLIC)).toBeUndefined();
    expect(sessions.find(used.id, PUBLIC)).toBe(used);
    sessions.sweep();
    expect(stream.closed).toBe(1);
    expect(sessions.size).toBe(1);
  });

  test('stay while their stream is open', () => {
    const session = sessions.open(PUBLIC, 'a');
    const stream = streamOn(session);

    for (let passed = 0; passed < 5; passed++) {
      now += IDLE_MS - 1;
      sessions.sweep();
    }

    expect(stream).toMatchObject({ beats: 5, closed: 0 });
    expect(sessions.find(session.id, PUBLIC)).toBe(session);
  });

  test('of one address make place for each other, the one used longest ago first', () => {
    const [first, second, third] = [1, 2, 3].map(() => sessions.open(PUBLIC, 'a'));
    const other = sessions.open(PUBLIC, 'b');
    if (!first || !second || !third) throw new Error('three were opened');
    sessions.find(first.id, PUBLIC);
    const stream = streamOn(second);

    const fourth = sessions.open(PUBLIC, 'a');

    expect(stream.closed).toBe(1);
    expect(alive([first, second, third, fourth, other])).toEqual([first, third, fourth, other]);
  });

  test('of all addresses together keep their bound', () => {
    const all = Array.from({ length: 9 }, (_, number) => sessions.open(PUBLIC, `address ${number}`));

    expect(sessions.size).toBe(5);
    expect(alive(all)).toEqual(all.slice(4));
  });

  test('end once, whoever ends them', () => {
    const session = sessions.open(PUBLIC, 'a');
    const stream = streamOn(session);

    sessions.end(session);
    sessions.end(session);
    sessions.closeAll();

    expect(stream.closed).toBe(1);
    expect(sessions.find(session.id, PUBLIC)).toBeUndefined();
  });

  test('leave nothing behind after a flood', () => {
    const flood = Array.from({ length: 10_000 }, (_, number) =>
      sessions.open(PUBLIC, `address ${number % 50}`),
    );
    now += IDLE_MS + 1;
    sessions.sweep();

    expect(flood).toHaveLength(10_000);
    expect(sessions.size).toBe(0);
    for (let count = 0; count < 4; count++) sessions.open(PUBLIC, 'address 1');
    expect(sessions.size).toBe(3);
  });
});
