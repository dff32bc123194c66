/** A page of rows, and whether older ones follow: one more row than the page needs is read. */
export async function newestFirst<Row, Answer>(
  limit: number,
  list: (limit: number) => Promise<readonly Row[]>,
  answer: (row: Row) => Answer,
): Promise<{ results: Answer[]; has_more: boolean }> {
  const found = await list(limit + 1);
  return { results: found.slice(0, limit).map((row) => answer(row)), has_more: found.length > limit };
}
