import fc from 'fast-check';
import { expect } from 'vitest';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { answerable, firstSlot } from '../index-check/equality.ts';
import type { CoveredRange } from '../index-check/index-state.ts';
import { ExpectedAnswers } from './expected-answers.ts';
import { MirrorClient } from './mirror-client.ts';

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
 * holds each answer to one computed from the chain's raw accounts at that slot.
 */
export async function expectMirrored(options: MirroredOptions): Promise<void> {
  const { last, coverage, questions } = options;
  const first = firstSlot(coverage);
  const question = fc.record({
    slot: fc.bigInt({ min: first, max: last }).filter(answerable(coverage)),
    launch: fc.nat(),
    wallet: fc.nat(),
    limit: fc.integer({ min: 1, max: 200 }),
  });
  await fc.assert(
    fc.asyncProperty(question, (drawn) => expectAnswered(options, drawn)),
    { numRuns: questions },
  );
}

async function expectAnswered({ url, chain, coverage }: MirroredOptions, question: Question): Promise<void> {
  const { slot } = question;
  const mirror = new MirrorClient(url);
  const expected = new ExpectedAnswers(chain);
  const plain = comparable(firstSlot(coverage));
  const launches = expected.launches(slot);
  const listed = await mirror.launches({ as_of_slot: slot, limit: '200' });
  expect(listed.results.map(plain)).toEqual(launches.map((launch) => plain(expected.launch(launch))));

  const launch = launches[question.launch % launches.length];
  if (!launch) return;
  const everyone = launches.flatMap(({ launchId }) => expected.pledges(slot, launchId));
  const wallet = everyone[question.wallet % everyone.length]?.pledger ?? launch.authority;
  const answer = await mirror.launch(launch.launchId, { as_of_slot: slot, wallet });
  expect(plain(answer.launch)).toEqual(plain(expected.launch(launch)));
  expect(answer.settlement).toEqual(expected.settlement(slot, launch));
  expect(answer.wallet).toEqual(expected.wallet(slot, launch, wallet));
  expect(Date.parse(answer.source.slot_time ?? '')).toBe(Date.parse(expected.time(slot)));

  const pledges = await mirror.pledges(launch.launchId, { as_of_slot: slot, limit: `${question.limit}` });
  expect(pledges.map(plain)).toEqual(expected.pledges(slot, launch.launchId).map(plain));
}

/**
 * Leaves out what the chain does not say: links to explorers, and when an account changed before the index began,
 * which no snapshot tells.
 */
function comparable(first: bigint) {
  return ({ explorer: _, ...answer }: { updated_slot: number; explorer?: unknown }) => ({
    ...answer,
    updated_slot: BigInt(answer.updated_slot) > first ? answer.updated_slot : 'before the index began',
  });
}
