import { z } from 'zod';
import type { CallAsked } from '../../state/control/call-decisions.ts';
import { askedFor } from '../intents/digest.ts';
import type { Callable, Effect } from './call.ts';

/** Enough to recognise a call by; a caller may send more than an owner would read. */
const MOST_CHARACTERS = 400;

const givenArguments = z.record(z.string(), z.unknown());
const confirming = z.object({ confirm: z.literal(true), plan_id: z.string().max(100).optional() });

/** What the owner's audit log keeps of a call besides the decision about it. */
export function askedOf<Context>(
  { input }: Pick<Callable<Context>, 'input'>,
  raw: unknown,
  effect: Effect | undefined,
): CallAsked {
  const confirmed = confirming.safeParse(raw).data;
  const stage = confirmed ? 'confirmation' : 'plan';
  return {
    asked: shortened(JSON.stringify(askedFor(givenArguments.safeParse(raw).data ?? {}))),
    stage: 'confirm' in input.shape ? stage : undefined,
    planId: confirmed?.plan_id,
    outflows: effect?.move?.outflows,
  };
}

function shortened(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
}
