import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CredentialChanges } from '../../../api/state/credentials/changes.ts';
import { findByHash } from '../../../api/state/credentials/find.ts';
import { createEndedSessions } from '../../../api/state/ended-sessions.ts';
import type { Oltp } from '../../../core/oltp/port.ts';

/** A server that has no rows, and counts what it is asked. */
function emptyServer() {
  const asked = { statements: 0 };
  const oltp = {
    kind: 'server',
    query: async () => {
      asked.statements += 1;
      return [];
    },
  } as unknown as Oltp;
  return { oltp, asked };
}

test.each<[string, (oltp: Oltp) => (hash: string) => Promise<unknown>]>([
  ['credentials', (oltp) => findByHash(oltp, new CredentialChanges())],
  [
    'ended sessions',
    (oltp) => {
      const sessions = createEndedSessions(oltp, () => 0);
      return (hash) => sessions.ended([hash]);
    },
  ],
])('questions about %s that come in one turn of the loop are one statement', async (_what, open) => {
  const { oltp, asked } = emptyServer();
  const ask = open(oltp);

  // Each is asked in a callback of its own, as requests of different connections are.
  await Promise.all(Array.from({ length: 50 }, async (_, at) => ask(String(await nextTurn(at)))));

  expect(asked.statements).toBe(1);
});
