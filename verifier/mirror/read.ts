import { httpRequest } from '../chain/http.ts';
import { isRecord } from '../chain/json.ts';
import { createPatience, type Patience } from '../chain/patience.ts';
import { redactedUrl } from '../chain/redact.ts';
import { foreignText, VerifierFailure } from '../failure.ts';
import { type MirrorAnswer, parseMirrorAnswer } from './answer.ts';

export interface MirrorQuestion {
  /** Base address of the service, with or without `/api/v1`. */
  readonly api: string;
  readonly launchId: bigint;
  /** The mirror is asked for its state at exactly this slot. */
  readonly slot: number;
  readonly timeoutMs: number;
}

type Reply =
  | { readonly kind: 'answer'; readonly answer: MirrorAnswer }
  | { readonly kind: 'later'; readonly why: string; readonly afterMs: number | undefined }
  | { readonly kind: 'never'; readonly why: string };

/**
 * The mirror's launch at `slot`, or a sentence saying why it has none. A mirror that is behind is waited for; one
 * that is ahead is asked again with `as_of_slot`.
 */
export async function readMirror(question: MirrorQuestion): Promise<MirrorAnswer | string> {
  const patience = createPatience(question.timeoutMs);
  try {
    const newest = await newestFrom(question, patience);
    if (typeof newest === 'string' || newest.slot === question.slot) return newest;
    const then = await settled(() => ask(question, question.slot), patience);
    if (typeof then === 'string' || then.slot === question.slot) return then;
    return `the mirror answers for slot ${then.slot} when asked for slot ${question.slot}`;
  } catch (error) {
    if (error instanceof VerifierFailure) return error.message;
    throw error;
  }
}

/** The mirror's newest state, once it is not older than the slot. */
async function newestFrom(question: MirrorQuestion, patience: Patience): Promise<MirrorAnswer | string> {
  return settled(async () => {
    const reply = await ask(question);
    if (reply.kind !== 'answer' || reply.answer.slot >= question.slot) return reply;
    const why = `the mirror lags: it is at slot ${reply.answer.slot}, the chain was read at slot ${question.slot}`;
    return { kind: 'later', why, afterMs: undefined };
  }, patience);
}

async function settled(attempt: () => Promise<Reply>, patience: Patience): Promise<MirrorAnswer | string> {
  for (;;) {
    const reply = await attempt();
    if (reply.kind === 'answer') return reply.answer;
    if (reply.kind === 'never' || !(await patience.pause(reply.afterMs))) return reply.why;
  }
}

async function ask({ api, launchId, timeoutMs }: MirrorQuestion, asOfSlot?: number): Promise<Reply> {
  const peer = `the mirror at ${redactedUrl(api)}`;
  const answer = await httpRequest({ url: launchUrl(api, launchId, asOfSlot), peer, timeoutMs });
  const { status, text, retryAfterMs } = answer;
  const body = parseJson(text);
  if (status === 200) {
    const parsed = parseMirrorAnswer(body, launchId);
    if (typeof parsed !== 'string') return { kind: 'answer', answer: parsed };
    return { kind: 'never', why: `${peer} answered with ${parsed}` };
  }
  const why = `${peer} answered HTTP ${status}${detailOf(body)}`;
  if ([429, 502, 503, 504].includes(status)) return { kind: 'later', why, afterMs: retryAfterMs };
  return { kind: 'never', why };
}

function launchUrl(api: string, launchId: bigint, asOfSlot: number | undefined): string {
  const url = new URL(api);
  const base = url.pathname.replace(/\/+$/, '');
  const root = /\/api\/v\d+$/.test(base) ? base : `${base}/api/v1`;
  url.pathname = `${root}/ilo/launches/${launchId}/`;
  if (asOfSlot !== undefined) url.searchParams.set('as_of_slot', asOfSlot.toString());
  return url.href;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function detailOf(body: unknown): string {
  return isRecord(body) && typeof body.detail === 'string' ? `: ${foreignText(body.detail)}` : '';
}
