import { formatCount } from './formats.ts';

/** What a notice says once something waits that was not known to; undefined if nothing new does. */
export function noticeOf(
  known: ReadonlySet<string> | undefined,
  waiting: { readonly ids: readonly string[] },
): string | undefined {
  // What waited before this page was opened is no news.
  if (known === undefined || waiting.ids.every((id) => known.has(id))) return undefined;
  return `${formatCount(waiting.ids.length, 'decision waits', 'decisions wait')} for you.`;
}
