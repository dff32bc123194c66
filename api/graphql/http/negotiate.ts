import { type AnswerType, GRAPHQL_ANSWER, JSON_ANSWER } from './answer-result.ts';

export const EVENT_STREAM = 'text/event-stream';
export type OfferedType = AnswerType | typeof EVENT_STREAM;

const OFFERED: readonly OfferedType[] = [JSON_ANSWER, GRAPHQL_ANSWER, EVENT_STREAM];

/**
 * The offered media type that a client prefers; undefined if it accepts none. It is needed before the cache of answers, which
 * comes before Yoga; Yoga's own choice ignores `q`, so that a type refused with `q=0` would be sent.
 */
export function negotiate(accept: string | undefined): OfferedType | undefined {
  if (accept === undefined || accept.trim() === '') return JSON_ANSWER;
  const wanted = accept
    .split(',', 50)
    .map(rangeOf)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || b.precision - a.precision);
  for (const { matches } of wanted) {
    const type = OFFERED.find(matches);
    if (type !== undefined) return type;
  }
  return undefined;
}

function rangeOf(text: string) {
  const [name = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const quality = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice(8) ?? 'utf-8';
  const known = Number.isFinite(quality) && charset.replaceAll('"', '') === 'utf-8';
  const [group = '', kind = ''] = name.split('/');
  return {
    quality: known ? quality : 0,
    /** An exact type takes precedence over a pattern of the same quality. */
    precision: group === '*' ? 0 : kind === '*' ? 1 : 2,
    matches: (type: OfferedType) => {
      const [ofGroup, ofKind] = type.split('/');
      return (group === '*' || group === ofGroup) && (kind === '*' || kind === ofKind);
    },
  };
}
