import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createEndedSessions } from '../../../../api/state/ended-sessions.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import { fresh } from './under-test.ts';

const hash = (name: string): string => createHash('sha256').update(fresh(name)).digest('hex');

export function endedSessionSuite(oltp: () => Oltp): void {
  describe('ended sessions', () => {
    test('are known from then on, to those that open the store later as well', async () => {
      const sessions = createEndedSessions(oltp(), () => 1_000);
      const [ended, open] = [hash('ended'), hash('open')];
      expect(await sessions.ended([ended, open])).toEqual(new Set());

      await sessions.end(ended, 9_000);
      await sessions.end(ended, 9_000);

      expect(await sessions.ended([ended, open, ended])).toEqual(new Set([ended]));
      expect(await createEndedSessions(oltp(), () => 1_000).ended([ended, open])).toEqual(new Set([ended]));
    });

    test('are forgotten once they would have ended by themselves', async () => {
      let now = 10_000;
      const sessions = createEndedSessions(oltp(), () => now);
      const [old, young] = [hash('old'), hash('young')];
      await sessions.end(old, 11_000);
      now = 12_000;
      await sessions.end(young, 13_000);
      expect(await sessions.ended([old, young])).toEqual(new Set([young]));
    });
  });
}
