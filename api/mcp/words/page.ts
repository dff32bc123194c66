/** How a page of a listing relates to the whole, and how to go on. */
export function pageInWords(what: string, shown: number, nextCursor: string | null): string {
  const rest = nextCursor === null ? 'the last page' : 'more follow: pass next_cursor as cursor';
  return `${shown} ${what} on this page, ${rest}.`;
}
