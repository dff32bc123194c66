import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { type ChangesAnswer, changesIn } from '../../actions/programs/changes.ts';
import { typeNamed } from '../../actions/programs/find.ts';
import { compileWhere } from '../../read/programs/where/where.ts';
import { type ProgramStep, type ProgramTopic, programSteps } from '../live/program-steps.ts';
import type { LiveContext } from '../live/subscribe.ts';
import { requireKeys } from '../request/sizes.ts';
import { sinceOf } from '../resolvers/subscription.ts';
import { whereOf } from './resolvers.ts';

interface ChangedArguments {
  readonly where?: unknown;
  readonly pubkeys?: readonly Pubkey[] | null;
  readonly sinceSlot?: bigint | null;
}

/** How the changes of a type's accounts are followed. */
export function changedField(program: string, type: string) {
  return {
    subscribe: (_root: unknown, { where, pubkeys, sinceSlot }: ChangedArguments, live: LiveContext) => {
      const reads = live.programs.reads(program);
      const of = typeNamed(reads, type);
      const condition = compileWhere(of, whereOf(where) ?? {});
      const request = { type: of, condition, pubkeys: pubkeys ? requireKeys('pubkeys', pubkeys) : undefined };
      const topic: ProgramTopic<ChangesAnswer> = {
        ...{ reads, since: sinceOf(live, sinceSlot) },
        question: JSON.stringify([type, condition, pubkeys]),
        tell: async (between) => {
          const changes = await changesIn(reads, between, request);
          return changes && isNothing(changes) ? null : changes;
        },
      };
      return programSteps(live.programs, topic, live.client);
    },
    resolve: ({ told, scope }: ProgramStep<ChangesAnswer>) => ({ ...told, source: scope.requestSource }),
    extensions: { program, cost: CHANGES_COST },
  };
}

const CHANGES_COST = 500;

function isNothing({ accounts, gone, complete }: ChangesAnswer): boolean {
  return complete && accounts.length === 0 && gone.length === 0;
}

interface Named {
  readonly field: string;
  readonly type: string;
  /** The GraphQL type of one account, and the one of changes. */
  readonly node: string;
  readonly changes: string;
}

/** The field of a type's changes, and the type of its events. */
export function changedSdl(program: string, where: string, { field, type, node, changes }: Named) {
  const root = `  "Accounts of type ${type} of the program ${program} after each step of its index in which any of them changed."
  ${field}(
    ${JSON.stringify(where)}
    where: JSON
    "Only these accounts, 1 to 100."
    pubkeys: [Pubkey!]
    "The last slot that the client knows."
    sinceSlot: Slot
  ): ${changes}`;
  const sdl = `"What changed in one step of the index, since the event before it."
type ${changes} {
  "What the event is exact at."
  source: Source!
  "The changed accounts that match, as they are."
  accounts: [${node}!]!
  "Accounts that do not match any more: closed, changed or not decodable."
  gone: [Pubkey!]!
  "False if more may have changed, as after a rollback or with more than 200 accounts: then read them again."
  complete: Boolean!
}`;
  return { field, root, sdl };
}
