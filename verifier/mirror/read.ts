import { type Reply, requestApi, settled } from '../api/request.ts';
import { createPatience, type Patience } from '../chain/http.ts';
import type { Pubkey } from '../codec/base58.ts';
import { VerifierFailure } from '../failure.ts';
import { type MirrorAnswer, type MirrorPledges, parseMirrorAnswer, parseMirrorPledges } from './answer.ts';
import { parseExactJson } from './exact-json.ts';

export interface MirrorQuestion {
  /** Base address of the service, with or without `/api/v1`. */
  readonly api: string;
  readonly launchId: bigint;
  readonly wallet: Pubkey | undefined;
  /** The mirror is asked for its state at exactly this slot. */
  readonly slot: number;
  readonly timeoutMs: number;
}

/** The mirror's answer for the slot, or a sentence saying why there is none. */
export interface MirrorClaim {
  readonly detail: MirrorAnswer | string;
  readonly pledges: MirrorPledges | string;
  /** The mirror's newest slot, if it does not have the requested one. */
  readonly instead?: number;
}

/** HTTP statuses for a slot that the mirror does not have: before its first one, or in a lost range. */
const NOT_HELD: readonly number[] = [400, 410];

/**
 * The mirror at `slot`. If it is behind, the verifier waits; if it is ahead, it asks again with `as_of_slot`, so that
 * both sides are at one slot however fast they move.
 */
export async function readMirror(question: MirrorQuestion): Promise<MirrorClaim> {
  const patience = createPatience(question.timeoutMs);
  try {
    const newest = await newestFrom(question, patience);
    if (newest.kind !== 'answer') return silent(newest.why);
    const then =
      newest.value.slot === question.slot
        ? newest
        : await settled(() => askDetail(question, question.slot), patience);
    if (then.kind !== 'answer') {
      const lost = then.kind === 'never' && NOT_HELD.includes(then.status ?? 0);
      return { ...silent(then.why), ...(lost && { instead: newest.value.slot }) };
    }
    const { slot } = then.value;
    if (slot !== question.slot) {
      return silent(`the mirror answers for slot ${slot} when asked for slot ${question.slot}`);
    }
    const rows = await settled(() => askPledges(question), patience);
    return { detail: then.value, pledges: rows.kind === 'answer' ? rows.value : rows.why };
  } catch (error) {
    if (error instanceof VerifierFailure) return silent(error.message);
    throw error;
  }
}

function silent(why: string): MirrorClaim {
  return { detail: why, pledges: why };
}

/** The mirror's newest state, once it is not older than the slot. */
async function newestFrom(question: MirrorQuestion, patience: Patience): Promise<Reply<MirrorAnswer>> {
  return settled(async () => {
    const reply = await askDetail(question);
    if (reply.kind !== 'answer' || reply.value.slot >= question.slot) return reply;
    const why = `the mirror lags: it is at slot ${reply.value.slot}, the chain was read at slot ${question.slot}`;
    return { kind: 'later', why, afterMs: undefined };
  }, patience);
}

function askDetail(question: MirrorQuestion, slot?: number): Promise<Reply<MirrorAnswer>> {
  const { wallet, launchId } = question;
  const parameters = { ...(wallet && { wallet }), ...(slot !== undefined && { as_of_slot: `${slot}` }) };
  return requestApi(placeOf(question), { path: pathOf(question, '/'), parameters }, (text) =>
    parseMirrorAnswer(parseExactJson(text), launchId),
  );
}

function askPledges(question: MirrorQuestion): Promise<Reply<MirrorPledges>> {
  const parameters = { as_of_slot: `${question.slot}` };
  const path = pathOf(question, '/pledges.ndjson');
  return requestApi(placeOf(question), { path, parameters }, (text) =>
    parseMirrorPledges(
      text
        .split('\n')
        .filter((line) => line !== '')
        .map(parseExactJson),
    ),
  );
}

function placeOf({ api, timeoutMs }: MirrorQuestion) {
  return { api, timeoutMs, called: 'the mirror' };
}

function pathOf({ launchId }: MirrorQuestion, path: string): string {
  return `/ilo/launches/${launchId}${path}`;
}
