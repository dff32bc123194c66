import type { CallOptions } from '../http/http.ts';
import type { ReadAnswers, ReadArgumentsByPath } from '../types/reads.ts';
import { snakeCase } from './query-string.ts';
import { type Rest, splitOptions } from './rest.ts';

/** The path of a read below `/api/v1`, with `{name}` for path arguments. */
export type ReadPath = keyof ReadAnswers;
export type ReadAnswer<Path extends ReadPath> = ReadAnswers[Path];
/** The arguments of a read, by camel-case names. Ids, amounts and slots may be `bigint`, `number` or text. */
export type ReadArguments<Path extends ReadPath> = ReadArgumentsByPath[Path];

/** Sends the read of a path. */
export function readAt<Path extends ReadPath>(
  rest: Rest,
  path: Path,
  options: ReadArguments<Path> & CallOptions,
): Promise<ReadAnswer<Path>> {
  const [given, call] = splitOptions(options);
  const query = new Map(Object.entries(given).map(([name, value]) => [snakeCase(name), value]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = query.get(name);
    query.delete(name);
    return encodeURIComponent(String(value));
  });
  return rest.get(filled, Object.fromEntries(query), call);
}
