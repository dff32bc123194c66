import type { z } from 'zod';
import type { CamelCase } from '../../schemas/letter-case.ts';
import type { READS } from '../../schemas/reads/all.ts';
import type { ReadShape, ToolArguments } from '../../schemas/reads/read.ts';
import type { Whole } from '../rest/query-string.ts';
import type { Exact } from './wire.ts';

type Read = (typeof READS)[keyof typeof READS];
type ReadAt<Path> = Extract<Read, { readonly path: Path }>;

type CamelCased<Arguments extends ReadShape['arguments'], Given = ToolArguments<Arguments>> = {
  readonly [Name in keyof Given as CamelCase<Name & string>]: Name extends keyof Arguments
    ? [Extract<z.output<Arguments[Name]['json']>, bigint>] extends [never]
      ? Given[Name]
      : Whole | Extract<Given[Name], undefined>
    : never;
};

/** What each read answers, by its path. */
export type ReadAnswers = { readonly [Path in Read['path']]: Exact<z.output<ReadAt<Path>['answer']>> };
/** What each read takes, by its path. */
export type ReadArgumentsByPath = { readonly [Path in Read['path']]: CamelCased<ReadAt<Path>['arguments']> };
