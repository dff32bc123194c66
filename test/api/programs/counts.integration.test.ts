import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProgramCounts } from '../../../api/read/programs/counts.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type IndexUnderTest, openIndex } from '../support/mirror-under-test.ts';
import type { VersionFields } from './support/program-index.ts';
import { type FollowedProgram, followProgram } from './support/programs-suite.ts';

let under: IndexUnderTest;
let followed: FollowedProgram;
beforeAll(async () => {
  under = await openIndex();
  followed = await followProgram(under.olap);
});
afterAll(async () => {
  await followed?.stop();
  await under?.dispose();
});

const SEED = Date.now() % 2 ** 31;
const ACCOUNTS = ['a', 'b', 'c', 'd', 'e'];
const state = fc.constantFrom<Omit<VersionFields, 'address' | 'slot'>>(
  { type: 'Order', undecodable: 'too short' },
  { type: 'Notes', value: { anchor: { lines: [] }, json: { lines: [] } } },
  { type: 'Notes', undecodable: 'too short' },
  { type: '' },
  { closed: true, type: 'Notes', undecodable: 'too short' },
);

/** What happens to an index, and the number of slots for which it is asked behind the newest. */
const event = fc.oneof(
  fc.record({
    kind: fc.constant('slot' as const),
    changes: fc.dictionary(fc.constantFrom(...ACCOUNTS), state, { maxKeys: 4 }),
    behind: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({ kind: fc.constant('rollback' as const), slots: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('repair' as const),
    address: fc.constantFrom(...ACCOUNTS),
    state,
    behind: fc.integer({ min: 0, max: 4 }),
  }),
);

/** Every count anew, from the rows as they are. */
async function fullCounts(slot: bigint): Promise<Record<string, string[]>> {
  const { reads } = followed;
  const { facts } = await reads.ask(slot, async (ask, _at) =>
    new ProgramCounts().at({
      ...{ ask, stamp: await reads.stampAt(slot), rollbacks: [] },
    }),
  );
  return plain(facts);
}

function plain(counts: Awaited<ReturnType<ProgramCounts['at']>>): Record<string, string[]> {
  const entries = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([type, { count, undecodable }]) => [type, [`${count}`, `${undecodable}`]]),
  );
}

test('counts by what changed are those of all accounts, with closures, rollbacks and repairs', async () => {
  let slot = 50_000n;
  const { index, reads } = followed;
  index.slots.coverage('streamed', 1n, 100_000n);
  await followed.show(slot);
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 10 }), async (events) => {
      for (const step of events) {
        if (step.kind === 'rollback') {
          const to = slot - BigInt(step.slots);
          await index.takeBack(slot, to);
          slot = to;
        } else if (step.kind === 'slot') {
          slot += 1n;
          const versions = Object.entries(step.changes).map(([address, of]) => ({ address, slot, ...of }));
          await index.write(...versions);
        } else {
          const { address, state: of, behind } = step;
          await index.write({ address, slot: slot - BigInt(behind), ...of, correction: true });
        }
        await followed.show(slot);
        // A repair changes no slot.
        await waitFor(() => reads.steps.newest()?.stamp.checkpoint.revision === index.slots.revision, {
          what: 'the newest revision',
        });
        const asked = step.kind === 'slot' ? slot - BigInt(step.behind) : slot;
        const { facts } = await reads.ask(asked, (_ask, { counts }) => counts());
        expect(plain(facts)).toEqual(await fullCounts(asked));
      }
    }),
    { endOnFailure: true, numRuns: 6, seed: SEED },
  );
}, 120_000);

test('few rows are read where little changed', async () => {
  const { reads } = followed;
  const asked: string[] = [];
  const counts = new ProgramCounts();
  const stamp = await reads.stampAt(undefined);
  for (let time = 0; time < 2; time += 1) {
    await reads.ask(undefined, (ask) =>
      counts.at({
        ask: (sql, ...rest) => {
          asked.push(sql.split('\n')[0] ?? '');
          return ask(sql, ...rest);
        },
        ...{ stamp, rollbacks: [] },
      }),
    );
  }
  expect(asked).toEqual(['-- program counts', '-- program rows between slots']);
});
