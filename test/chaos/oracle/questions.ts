import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import type { Random } from '../../../fixtures/localnet/keys/random.ts';
import {
  launchDetailAnswer,
  launchListAnswer,
  launchStatusAnswer,
  pledgeListAnswer,
} from '../../../schemas/rest/answers.ts';
import { ExpectedAnswers } from '../../support/mirror-check/expected-answers.ts';
import { unlinked } from '../../support/mirror-check/unlinked.ts';
import { type Examining, type HttpAnswer, refusalOf, request, type Verdict } from './answer.ts';

/** One question to the API; without a slot it is about now. */
export interface Question {
  readonly about: 'status' | 'launches' | 'launch' | 'pledges';
  readonly slot: bigint | undefined;
  /** Chooses among the launches of the answer's slot. */
  readonly launch: number;
  readonly wallet: number;
}

const ABOUT = ['status', 'launches', 'launch', 'launch', 'pledges'] as const;

const stamped = z.looseObject({ source: z.looseObject({ last_indexed_slot: z.number() }) });

/** Asks the API and compares what it says with what the chain's own accounts were at the slot of the answer. */
export class Examiner implements Examining<Question> {
  readonly now: Question = { about: 'status', slot: undefined, launch: 0, wallet: 0 };
  readonly #chain: Chain;
  readonly #expected: ExpectedAnswers;

  constructor(chain: Chain) {
    this.#chain = chain;
    this.#expected = new ExpectedAnswers(chain);
  }

  draw(random: Random, first: bigint, last: bigint): Question {
    return {
      about: random.pick(ABOUT),
      slot: last > first && random.chance(0.6) ? random.bigint(first, last) : undefined,
      launch: random.integer(0, 1_000),
      wallet: random.integer(0, 1_000),
    };
  }

  async ask(url: string, question: Question): Promise<Verdict> {
    const slot = question.slot ?? this.#chain.heads.confirmed;
    const launches = this.#expected.launches(slot);
    const launch = launches[question.launch % Math.max(1, launches.length)];
    // The ids of launches never change, so one that exists now can be asked about whatever slot answers.
    const id = launch?.launchId ?? 1n;
    const paths = {
      status: 'ilo/status/',
      launches: 'ilo/launches/',
      launch: `ilo/launches/${id}/`,
      pledges: `ilo/launches/${id}/pledges/`,
    };
    const search = new URLSearchParams({ limit: '200' });
    if (question.slot !== undefined) search.set('as_of_slot', question.slot.toString());
    const wallet = this.#walletOf(slot, id, question.wallet);
    if (question.about === 'launch' && wallet) search.set('wallet', wallet);
    if (question.about === 'status' || question.about === 'launch') search.delete('limit');
    const answer = await request(`${url}/api/v1/${paths[question.about]}?${search}`);
    if (answer.status !== 200) return this.#refused(answer, question, id);
    return this.#judge(question, JSON.parse(answer.text), { id, wallet });
  }

  #walletOf(slot: bigint, launchId: bigint, draw: number): string | undefined {
    const pledges = this.#expected.pledges(slot, launchId);
    return pledges[draw % Math.max(1, pledges.length)]?.pledger;
  }

  #refused(answer: HttpAnswer, { slot }: Question, id: bigint): Verdict {
    const refused = refusalOf(answer);
    const { status, detail } = refused;
    // That a launch does not exist is an answer too, and no slot comes with it.
    const exists =
      slot !== undefined && this.#expected.launches(slot).some(({ launchId }) => launchId === id);
    if (status === 404 && exists)
      return { kind: 'wrong', slot, detail: `launch ${id} is not found: ${detail}` };
    return refused;
  }

  #judge(
    { about, slot: asked }: Question,
    answer: unknown,
    { id, wallet }: { readonly id: bigint; readonly wallet: string | undefined },
  ): Verdict {
    const slot = BigInt(stamped.parse(answer).source.last_indexed_slot);
    const wrong = (detail: string): Verdict => ({ kind: 'wrong', slot, detail: `${about}: ${detail}` });
    if (asked !== undefined && asked !== slot)
      return wrong(`it is stamped ${slot} and was asked at ${asked}`);
    if (slot > this.#chain.heads.confirmed) return wrong('it is stamped with a slot that is not confirmed');
    const expected = this.#expected;
    const launches = expected.launches(slot);
    const launch = launches.find(({ launchId }) => launchId === id);
    const listed = (one: (typeof launches)[number]) => {
      const settlement = expected.settlement(slot, one);
      return plain({ ...expected.launch(slot, one), ...(settlement && { settlement }) });
    };
    const pairs: [string, unknown, unknown][] = [];
    if (about === 'status') {
      const current = expected.current(slot);
      const { launch: told } = launchStatusAnswer.parse(answer);
      pairs.push(['launch', told && plain(told), current ? plain(expected.launch(slot, current)) : null]);
    } else if (about === 'launches') {
      const { results } = launchListAnswer.parse(answer);
      pairs.push(['results', results.map(plain), launches.map((one) => listed(one))]);
    } else if (about === 'pledges') {
      const { results } = pledgeListAnswer.parse(answer);
      pairs.push(['results', results.map(plain), expected.pledges(slot, id).slice(0, 200).map(plain)]);
    } else if (launch) {
      const detail = launchDetailAnswer.parse(answer);
      pairs.push(['launch', plain(detail.launch), plain(expected.launch(slot, launch))]);
      pairs.push(['settlement', detail.settlement, expected.settlement(slot, launch)]);
      if (wallet) pairs.push(['wallet', unlinked(detail.wallet), expected.wallet(slot, launch, wallet)]);
    } else return wrong(`launch ${id} does not exist at ${slot}`);
    for (const [name, told, wanted] of pairs) {
      if (!isDeepStrictEqual(told, wanted)) return wrong(`${name} ${difference(told, wanted)}`);
    }
    const rows = pairs.reduce((sum, [, told]) => sum + (Array.isArray(told) ? told.length : 1), 0);
    return { kind: 'right', slot, rows };
  }
}

/** Links to explorers, which the chain has not, and when an account changed, which a lost range can hide. */
function plain<Answer extends { updated_slot: number; explorer?: unknown }>(answer: Answer) {
  const { updated_slot: _, ...rest } = answer;
  return unlinked(rest);
}

function difference(told: unknown, wanted: unknown): string {
  if (Array.isArray(told) && Array.isArray(wanted)) {
    if (told.length !== wanted.length) return `has ${told.length} rows and the chain ${wanted.length}`;
    const at = told.findIndex((row, index) => !isDeepStrictEqual(row, wanted[index]));
    return `row ${at}: ${difference(told[at], wanted[at])}`;
  }
  if (isRecord(told) && isRecord(wanted)) {
    const names = [...new Set([...Object.keys(told), ...Object.keys(wanted)])];
    return names
      .filter((name) => !isDeepStrictEqual(told[name], wanted[name]))
      .map((name) => `${name}: ${JSON.stringify(told[name])} for ${JSON.stringify(wanted[name])}`)
      .join(', ');
  }
  return `${JSON.stringify(told)} for ${JSON.stringify(wanted)}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
