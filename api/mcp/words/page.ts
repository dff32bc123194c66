/**
 * How a page of a listing relates to the whole, and how to go on.
 * @param shown how many of what are on the page: `1 launch`
 */
export function pageInWords(shown: string, nextCursor: string | null): string {
  const rest = nextCursor === null ? 'the last page' : 'more follow: pass next_cursor as cursor';
  return `${shown} on this page, ${rest}.`;
}
