import { describe, expect, test } from 'vitest';
import { SessionSeal } from '../../../../api/mcp/sessions/session-seal.ts';
import { heldEndedSessions, Sessions } from '../../../../api/mcp/sessions/sessions.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const OWNER = { surface: '/mcp/agent-v1', credentialId: 'one' };
const LIFETIME_MS = 1_000;

function opened(endedSessions = heldEndedSessions(manualClock(1)), clock = manualClock(1)) {
  const seal = new SessionSeal({ key: Buffer.alloc(32, 7), lifetimeMs: LIFETIME_MS, clock });
  return { clock, endedSessions, sessions: new Sessions({ seal, clock, endedSessions }) };
}

describe('sessions', () => {
  test('are found by their owner, in any process, until one of them ends them', async () => {
    const here = opened();
    const there = opened(here.endedSessions);
    const id = here.sessions.open(OWNER);

    const session = await there.sessions.find(id, OWNER);
    expect(session).toMatchObject({ id, owner: OWNER, until: 1 + LIFETIME_MS });
    expect(await there.sessions.find(id, { ...OWNER, credentialId: 'two' })).toBeUndefined();
    if (session) await there.sessions.end(session);

    expect(await here.sessions.find(id, OWNER)).toBeUndefined();
    expect(await here.sessions.find(here.sessions.open(OWNER), OWNER)).toBeDefined();
  });

  test('that were found before end in time all the same, and stay unknown to others', async () => {
    const { sessions, clock } = opened();
    const id = sessions.open(OWNER);

    expect(await sessions.find(id, OWNER)).toBeDefined();
    expect(await sessions.find(id, { ...OWNER, credentialId: undefined })).toBeUndefined();
    expect(await sessions.find(id, { ...OWNER, surface: '/mcp/agent-lite' })).toBeUndefined();
    clock.advance(LIFETIME_MS);
    expect(await sessions.find(id, OWNER)).toBeUndefined();
  });

  test('that ended are told from those that go on', async () => {
    const { sessions } = opened();
    const all = await Promise.all([1, 2, 3].map(() => sessions.find(sessions.open(OWNER), OWNER)));
    const [first, second, third] = all;
    if (!first || !second || !third) throw new Error('three were opened');
    await sessions.end(second);

    expect(await sessions.haveEnded([first, second, third])).toEqual(new Set([second]));
  });

  test('that ended are forgotten once they would have ended by themselves', async () => {
    const clock = manualClock(1);
    const ended = heldEndedSessions(clock);

    await ended.end('a', 11);
    expect(await ended.ended(['a', 'b'])).toEqual(new Set(['a']));
    clock.advance(11);
    expect(await ended.ended(['a'])).toEqual(new Set());
  });
});
