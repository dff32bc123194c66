import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { ProgramAccount } from '../../../schemas/rest/programs.ts';
import { isHeld } from '../../read/coverage.ts';
import { accountChanges, hasChanged } from '../../read/programs/changes.ts';
import type { ProgramReads } from '../../read/programs/reads.ts';
import type { AccountType } from '../../read/programs/types.ts';
import type { Condition } from '../../read/programs/where/where.ts';
import { type Pin, pinOf, survives } from '../../read/rollbacks.ts';
import type { SlotSnapshot } from '../../read/slots.ts';
import { accountAnswer } from './accounts.ts';

export interface ChangesRequest {
  readonly type: AccountType;
  readonly condition: Condition;
  /** Only these accounts; all of the type without them. */
  readonly pubkeys: readonly Pubkey[] | undefined;
}

export interface ChangesAnswer {
  /** As they are, of those that match now. */
  readonly accounts: readonly ProgramAccount[];
  /** Those that do not match any more. */
  readonly gone: readonly Pubkey[];
  /** Whether these are all changes. */
  readonly complete: boolean;
}

/** A step of a program's index, and the slot that was shown before it. */
export interface Between {
  readonly snapshot: SlotSnapshot;
  readonly since: Pin;
}

/** What changed in one step; undefined if the step was rolled back meanwhile: a later one tells what is so then. */
export async function changesIn(
  reads: ProgramReads,
  between: Between,
  { type, condition, pubkeys }: ChangesRequest,
): Promise<ChangesAnswer | undefined> {
  return duringStep(reads, between, async (slot, after) => {
    const { facts } = await reads.ask(slot, (ask, { before }) =>
      accountChanges(ask, before, reads.types, { type, condition, pubkeys, after }),
    );
    return { ...facts, accounts: facts.accounts.map((account) => accountAnswer(account)) };
  });
}

export interface Touched {
  readonly type?: string | undefined;
  readonly address?: Pubkey | undefined;
}

/** Whether any account, of a type or with an address, changed in one step; undefined as `changesIn`. */
export async function changedIn(
  reads: ProgramReads,
  between: Between,
  of: Touched,
): Promise<boolean | undefined> {
  return duringStep(reads, between, async (slot, after) => {
    if (after === undefined) return true;
    return (await reads.ask(slot, (ask) => hasChanged(ask, { ...of, after }))).facts;
  });
}

/** @param ask takes the slot of the step, and the one before it unless the state there is not known any more */
async function duringStep<Answer>(
  reads: ProgramReads,
  { snapshot: { stamp, coverage, rollbacks }, since }: Between,
  ask: (slot: bigint, after: bigint | undefined) => Promise<Answer>,
): Promise<Answer | undefined> {
  const isKnown = survives(since, rollbacks) && isHeld(since.slot, stamp.slot, coverage);
  try {
    const answer = await ask(stamp.slot, isKnown ? since.slot : undefined);
    reads.requireShown(pinOf(stamp));
    return answer;
  } catch (error) {
    if (isLaunchlensError(error, 'SLOT_AHEAD') || isLaunchlensError(error, 'SLOT_TAKEN_BACK'))
      return undefined;
    throw error;
  }
}
