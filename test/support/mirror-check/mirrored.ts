import fc from 'fast-check';
import { expect } from 'vitest';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { greatest } from '../bigints.ts';
import { answerable, firstSlot } from '../index-check/answerable.ts';
import type { CoveredRange } from '../index-check/index-state.ts';
import { waitFor } from '../wait-for.ts';
import { ExpectedAnswers } from './expected-answers.ts';
import { MirrorClient } from './mirror-client.ts';
import { type Shown, unlinked } from './unlinked.ts';

export interface MirroredOptions {
  /** Where the API listens. */
  readonly url: string;
  readonly chain: Chain;
  /** The newest slot of the index. */
  readonly last: bigint;
  readonly coverage: readonly CoveredRange[];
  /** Questions to ask. */
  readonly questions: number;
}

interface Question {
  readonly slot: bigint;
  readonly launch: number;
  readonly wallet: number;
  readonly limit: number;
}

/**
 * Asks the mirror about launches, wallets and slots drawn at random (fast-check tells the seed when one fails), and
 * holds each answer to one computed from the chain's raw accounts at that slot. The API follows the index by itself, so
 * it is waited for.
 */
export async function expectMirrored(options: MirroredOptions): Promise<void> {
  const { url, last, coverage, questions } = options;
  const followed = async () => (await fetch(`${url}/api/v1/ilo/status/?min_slot=${last}`)).ok;
  await waitFor(followed, { what: `the API to follow the index to slot ${last}` });
  const first = firstSlot(coverage);
  const question = fc.record({
    slot: fc.bigInt({ min: first, max: last }).filter(answerable(coverage)),
    launch: fc.nat(),
    wallet: fc.nat(),
    limit: fc.integer({ min: 1, max: 200 }),
  });
  await fc.assert(
    fc.asyncProperty(question, (drawn) => expectAnswered(options, drawn, { as_of_slot: drawn.slot })),
    { numRuns: questions },
  );
}

/** The same of the newest state, which an API process keeps in memory, while the chain stands still at `last`. */
export async function expectMirroredNow(options: MirroredOptions): Promise<void> {
  const question = fc.record({
    slot: fc.constant(options.last),
    launch: fc.nat(),
    wallet: fc.nat(),
    limit: fc.integer({ min: 1, max: 200 }),
  });
  await fc.assert(
    fc.asyncProperty(question, (drawn) => expectAnswered(options, drawn, {})),
    { numRuns: options.questions },
  );
}

async function expectAnswered(
  { url, chain, coverage }: MirroredOptions,
  question: Question,
  at: { readonly as_of_slot?: bigint },
): Promise<void> {
  const { slot } = question;
  const mirror = new MirrorClient(url);
  const expected = new ExpectedAnswers(chain);
  const plain = comparable(coverage);
  const launches = expected.launches(slot);
  const listed = await mirror.launches({ ...at, limit: '200' });
  expect(listed.results.map(plain)).toEqual(
    launches.map((launch) =>
      plain({ ...expected.launch(slot, launch), settlement: expected.settlement(slot, launch) }),
    ),
  );

  const launch = launches[question.launch % launches.length];
  if (!launch) return;
  const everyone = launches.flatMap(({ launchId }) => expected.pledges(slot, launchId));
  const wallet = everyone[question.wallet % everyone.length]?.pledger ?? launch.authority;
  const answer = await mirror.launch(launch.launchId, { ...at, wallet });
  expect(plain(answer.launch)).toEqual(plain(expected.launch(slot, launch)));
  expect(answer.settlement).toEqual(expected.settlement(slot, launch));
  expect(unlinked(answer.wallet)).toEqual(expected.wallet(slot, launch, wallet));
  expect(Date.parse(answer.source.slot_time ?? '')).toBe(Date.parse(expected.time(slot)));

  const pledges = await mirror.pledges(launch.launchId, { ...at, limit: `${question.limit}` });
  expect(pledges.map(plain)).toEqual(expected.pledges(slot, launch.launchId).map(plain));
}

/**
 * Leaves out what nobody can know: links to explorers, which the chain does not have, and when exactly an account
 * changed before the index began or inside a range that it lost. Such a change counts as one of the slot at which
 * the state was read again.
 */
function comparable(coverage: readonly CoveredRange[]) {
  const first = firstSlot(coverage);
  const lost = coverage.filter(({ state }) => state === 'lost');
  const told = (slot: bigint): bigint => {
    const range = lost.find(({ from, to }) => from <= slot && slot <= to);
    return greatest([first, range ? range.to + 1n : slot]);
  };
  return <Answer extends Shown & { updated_slot: number }>(answer: Answer) => ({
    ...unlinked(answer),
    updated_slot: told(BigInt(answer.updated_slot)),
  });
}
