import type { z } from 'zod';
import type { ErrorCode } from '../../../core/kernel/errors/error.ts';
import { type CamelCase, camelCase } from '../../../schemas/letter-case.ts';
import type { MIRROR_READS } from '../../../schemas/reads/all.ts';
import type { PROGRAM_READS } from '../../../schemas/reads/programs.ts';
import type { ReadShape, ReadValues } from '../../../schemas/reads/read.ts';
import type { REWARD_READS } from '../../../schemas/reads/rewards.ts';
import type { Caller } from '../../access/caller.ts';
import type { Answered, MirrorContext } from '../context.ts';
import type { RewardsContext } from '../rewards/read.ts';

type AnswerOf<Shape extends ReadShape> = z.output<Shape['answer']>;

/** Surfaces that list a few chosen tools: those of a model with little room, and of a coding assistant. */
export type NarrowSurface = 'lite' | 'plugin';

/** A read without its handler. */
export interface ReadTraits<Answer> {
  readonly field?: string;
  /** It reads the chain, besides the index. */
  readonly outside?: true;
  /** Its cost, relative to one plain field in memory; 1 by default. */
  readonly cost?: number;
  /** Refusals of its own, which its tool declares. */
  readonly failures?: readonly ErrorCode[];
  /** Narrow surfaces that list its tool, besides agent-v1. */
  readonly narrow?: readonly NarrowSurface[];
  /** A few sentences for readers of the text alone, always naming the slot. For reads with a tool. */
  readonly textOf?: (answer: Answer) => string;
}

interface MirrorHandler<Shape extends ReadShape> extends ReadTraits<AnswerOf<Shape>> {
  readonly handle: (
    context: MirrorContext,
    request: ReadValues<Shape['arguments']>,
  ) => Promise<Answered<AnswerOf<Shape>>>;
  /** The answer may change while the index stands still, so it is never cached. */
  readonly fleeting?: true;
  /** The part of the answer in the GraphQL field, if not all of it. */
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
export type ProgramHandlers = {
  readonly [Name in keyof typeof PROGRAM_READS]: MirrorHandler<(typeof PROGRAM_READS)[Name]>;
};
export type RewardHandlers = {
  readonly [Name in keyof typeof REWARD_READS]: RewardHandler<(typeof REWARD_READS)[Name]>;
};

/** A read with erased types, so that one list contains all kinds. */
interface Named extends ReadShape {
  readonly operationId: string;
}
export type MirrorRead = Named & MirrorHandler<ReadShape>;
export type RewardRead = Named & RewardHandler<ReadShape>;

/** Safe because requests are only created by parsing with the shape of the same name. */
export function readsOf<Read extends Named>(
  shapes: Readonly<Record<string, ReadShape>>,
  handlers: Readonly<Record<string, unknown>>,
): readonly Read[] {
  return Object.entries(shapes).map(
    ([operationId, shape]) =>
      ({ ...shape, operationId, ...(handlers[operationId] as object) }) as unknown as Read,
  );
}

/** Arguments under the names that use cases use. */
export function requestOf<Values extends object>(values: Values): CamelKeys<Values> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [camelCase(name), value]),
  ) as CamelKeys<Values>;
}

type CamelKeys<Values> = { readonly [Name in keyof Values & string as CamelCase<Name>]: Values[Name] };
