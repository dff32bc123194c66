import type { z } from 'zod';
import type { CamelCase } from '../../schemas/letter-case.ts';
import type { READS } from '../../schemas/reads/all.ts';
import type { ReadShape, ToolArguments } from '../../schemas/reads/read.ts';
import type { CallOptions } from '../http/http.ts';
import type { Exact } from '../types/wire.ts';
import { snakeCase, type Whole } from './query-string.ts';
import { type Rest, splitOptions } from './rest.ts';

type Read = (typeof READS)[keyof typeof READS];
type ReadAt<Path> = Extract<Read, { readonly path: Path }>;

/** The path of a read below `/api/v1`, with `{name}` for path arguments. */
export type ReadPath = Read['path'];
export type ReadAnswer<Path extends ReadPath> = Exact<z.output<ReadAt<Path>['answer']>>;
/** The arguments of a read, by camel-case names. Ids, amounts and slots may be `bigint`, `number` or text. */
export type ReadArguments<Path extends ReadPath> = CamelCased<ReadAt<Path>['arguments']>;

type CamelCased<Arguments extends ReadShape['arguments'], Given = ToolArguments<Arguments>> = {
  readonly [Name in keyof Given as CamelCase<Name & string>]: Name extends keyof Arguments
    ? [Extract<z.output<Arguments[Name]['json']>, bigint>] extends [never]
      ? Given[Name]
      : Whole | Extract<Given[Name], undefined>
    : never;
};

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
