import type { z } from 'zod';
import { type CamelCase, camelCase } from '../../../schemas/accounts/field.ts';
import type { MIRROR_READS } from '../../../schemas/reads/all.ts';
import type { ReadShape, ReadValues } from '../../../schemas/reads/read.ts';
import type { REWARD_READS } from '../../../schemas/reads/rewards.ts';
import type { Caller } from '../../access/caller.ts';
import type { Answered, MirrorContext } from '../context.ts';
import type { RewardsContext } from '../rewards/context.ts';

type AnswerOf<Shape extends ReadShape> = z.output<Shape['answer']>;

/** What a read is apart from its handler. */
export interface ReadTraits<Answer> {
  /** The GraphQL field that answers the same. */
  readonly field?: string;
  /** It asks the chain, besides the index. */
  readonly outside?: true;
  /** What answering takes, in the time of one plain field that is at hand; 1 where left out. */
  readonly cost?: number;
  /** A few honest sentences for a reader of the text alone; the slot is always among them. For reads with a tool. */
  readonly words?: (answer: Answer) => string;
}

interface MirrorHandler<Shape extends ReadShape> extends ReadTraits<AnswerOf<Shape>> {
  readonly handle: (
    context: MirrorContext,
    request: ReadValues<Shape['arguments']>,
  ) => Promise<Answered<AnswerOf<Shape>>>;
  /** The answer may change while the index stands still, so it is never kept. */
  readonly fleeting?: true;
  /** What the GraphQL field shows of the answer, where that is not all of it. */
  readonly shows?: keyof AnswerOf<Shape>;
}

interface RewardHandler<Shape extends ReadShape> extends ReadTraits<AnswerOf<Shape>> {
  readonly handle: (
    context: RewardsContext,
    caller: Caller,
    request: ReadValues<Shape['arguments']>,
  ) => Promise<AnswerOf<Shape>>;
}

export type MirrorHandlers = {
  readonly [Name in keyof typeof MIRROR_READS]: MirrorHandler<(typeof MIRROR_READS)[Name]>;
};
export type RewardHandlers = {
  readonly [Name in keyof typeof REWARD_READS]: RewardHandler<(typeof REWARD_READS)[Name]>;
};

/** A read whose types are forgotten, so that reads of all kinds fit one list. */
interface Named extends ReadShape {
  readonly operationId: string;
}
export type MirrorRead = Named & MirrorHandler<ReadShape>;
export type RewardRead = Named & RewardHandler<ReadShape>;

/** Sound because requests are made only by parsing with the shape of the same name. */
export function readsOf<Read extends Named>(
  shapes: Readonly<Record<string, ReadShape>>,
  handlers: Readonly<Record<string, unknown>>,
): readonly Read[] {
  return Object.entries(shapes).map(
    ([operationId, shape]) =>
      ({ ...shape, operationId, ...(handlers[operationId] as object) }) as unknown as Read,
  );
}

/** Arguments under the names that use cases take. */
export function requestOf<Values extends object>(values: Values): CamelKeys<Values> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [camelCase(name), value]),
  ) as CamelKeys<Values>;
}

type CamelKeys<Values> = { readonly [Name in keyof Values & string as CamelCase<Name>]: Values[Name] };
