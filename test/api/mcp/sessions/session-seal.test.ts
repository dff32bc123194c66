import { beforeEach, describe, expect, test } from 'vitest';
import { SessionSeal } from '../../../../api/mcp/sessions/session-seal.ts';

const DAY_MS = 24 * 60 * 60_000;
const KEY = Buffer.alloc(32, 7);
const PUBLIC = { surface: '/mcp', credentialId: undefined };
const AGENT = { surface: '/mcp/agent-v1', credentialId: 'one' };

describe('the id of a session', () => {
  let now: number;
  let seal: SessionSeal;
  const clock = { now: () => now, sleep: async () => {} };
  beforeEach(() => {
    now = 1_800_000_000_000;
    seal = new SessionSeal({ key: KEY, lifetimeMs: 7 * DAY_MS, clock });
  });

  test('is one that nobody guesses, of characters that a header takes', () => {
    const ids = [1, 2, 3].map(() => seal.make(AGENT));

    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{76}$/);
  });

  test('is known to every process of the same key, and to none of another', () => {
    const id = seal.make(AGENT);
    const another = new SessionSeal({ key: KEY, lifetimeMs: 7 * DAY_MS, clock });
    const stranger = new SessionSeal({ key: Buffer.alloc(32, 8), lifetimeMs: 7 * DAY_MS, clock });

    expect(another.endOf(id, AGENT)).toBe(now + 7 * DAY_MS);
    expect(stranger.endOf(id, AGENT)).toBeUndefined();
  });

  test.for([
    ['another surface', { ...AGENT, surface: '/mcp/agent-lite' }],
    ['another credential', { ...AGENT, credentialId: 'two' }],
    ['no credential', { ...AGENT, credentialId: undefined }],
    ['the public surface', PUBLIC],
  ] as const)('is unknown to %s', ([, owner]) => {
    expect(seal.endOf(seal.make(AGENT), owner)).toBeUndefined();
    expect(seal.endOf(seal.make(owner), AGENT)).toBeUndefined();
  });

  test('holds for seven days to the millisecond, also where clocks disagree a little', () => {
    const id = seal.make(PUBLIC);

    now -= 5_000;
    expect(seal.endOf(id, PUBLIC)).toBeDefined();
    now += 5_000 + 7 * DAY_MS - 1;
    expect(seal.endOf(id, PUBLIC)).toBeDefined();
    now += 1;
    expect(seal.endOf(id, PUBLIC)).toBeUndefined();
  });

  test('has one spelling, and breaks with any change of it', () => {
    const id = seal.make(AGENT);
    const changed = [...id].map(
      (letter, at) => `${id.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${id.slice(at + 1)}`,
    );

    for (const other of [
      ...changed,
      `${id}=`,
      `${id} `,
      ` ${id}`,
      `${id}A`,
      id.slice(1),
      id.replace(/[-_]/g, '+'),
    ]) {
      if (other !== id) expect(seal.endOf(other, AGENT), other).toBeUndefined();
    }
  });

  test.for(['', '__proto__', 'nope', 'A'.repeat(76), 'x'.repeat(100_000), '\u0000'.repeat(76)])(
    'is none as %o',
    (id) => {
      expect(seal.endOf(id, PUBLIC)).toBeUndefined();
    },
  );
});
