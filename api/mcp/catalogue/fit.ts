import type { Values } from '../../actions/admission/call.ts';

/** What the answer to a call takes at most, unless the caller says how much it wants. */
export const USUAL_ANSWER_BYTES = 8_000;

/** Arguments that bound an answer; without one, it is filled up to its usual size. */
export const SIZES = ['limit', 'points', 'buckets'];

export interface Sized {
  readonly input: Values;
  /** The arguments as they came, without defaults. */
  readonly raw: unknown;
  readonly answer: (input: Values) => Promise<Values>;
  readonly bytesOf: (answer: Values) => number;
}

/** The answer, with fewer rows if it would be long and the caller has not said how many. */
export async function fitted({ input, raw, answer, bytesOf }: Sized): Promise<Values> {
  const size = SIZES.find((name) => name in input);
  let answered = await answer(input);
  if (size === undefined || isGiven(raw, size)) return answered;
  let rows = Math.min(Number(input[size]), rowsOf(answered));
  let bytes = bytesOf(answered);
  while (bytes > USUAL_ANSWER_BYTES && rows > fewest(size)) {
    rows = Math.max(fewest(size), Math.min(rows - 1, Math.floor((rows * USUAL_ANSWER_BYTES) / bytes)));
    answered = await answer({ ...input, [size]: rows });
    bytes = bytesOf(answered);
  }
  return answered;
}

const fewest = (size: string): number => (size === 'points' ? 2 : 1);

/** Of the longest list in the answer, or in a member of it. */
function rowsOf(answer: Values): number {
  const lists = Object.values(answer).flatMap((value) => (isObject(value) ? Object.values(value) : [value]));
  return Math.max(0, ...lists.map((value) => (Array.isArray(value) ? value.length : 0)));
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isGiven(raw: unknown, name: string): boolean {
  return typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name);
}
