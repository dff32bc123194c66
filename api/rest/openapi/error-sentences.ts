import { ERRORS, type ErrorCode } from '../../../core/kernel/errors/error.ts';

/** Stands for any value of a sentence's context. */
const HOLE = '\u0001';
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

interface Sentence {
  readonly code: ErrorCode;
  readonly status: number;
  readonly pattern: RegExp;
  /** Characters that the sentence has with every context. */
  readonly fixed: number;
}

/**
 * The code of the error that words a sentence with this status, if one does; the one with the most fixed words, because
 * some errors only pass a sentence on.
 */
export function codeOfSentence(status: number, sentence: string): ErrorCode | undefined {
  sentences ??= (Object.keys(ERRORS) as ErrorCode[])
    .flatMap(sentenceOf)
    .toSorted((a, b) => b.fixed - a.fixed);
  return sentences.find((each) => each.status === status && each.pattern.test(sentence))?.code;
}

let sentences: readonly Sentence[] | undefined;

function sentenceOf(code: ErrorCode): Sentence[] {
  const { status, audience, message } = ERRORS[code];
  if (audience !== 'clients') return [];
  try {
    const text = String((message as (context: unknown) => string)(anything));
    const escaped = text.replace(SPECIAL, '\\$&').replaceAll(HOLE, '[\\s\\S]+?');
    return [{ code, status, pattern: new RegExp(`^${escaped}$`), fixed: text.replaceAll(HOLE, '').length }];
  } catch {
    // Its wording computes with its context.
    return [];
  }
}

/** A context in which every member is a hole, whatever is done with it. */
const anything: unknown = new Proxy(() => HOLE, {
  get: (_target, name) => {
    if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? 2 : HOLE);
    return name === 'toString' ? () => HOLE : anything;
  },
  apply: () => anything,
});
