import { nameOf } from '../../../schemas/rest/components.ts';
import { MIRROR_READS, PROGRAM_READS, REWARD_READS } from '../../actions/reads/all.ts';
import { type MirrorRead, type RewardRead, requestOf } from '../../actions/reads/read.ts';
import type { Route } from '../route.ts';
import { errorsAsEverywhere, NOT_SIGNED_IN, notYours } from './errors.ts';

/** The reads of the table as routes. */
export const READ_ROUTES: readonly Route[] = [
  ...MIRROR_READS.map(mirrorRoute),
  ...PROGRAM_READS.map(programRoute),
  ...REWARD_READS.map(rewardRoute),
];

function mirrorRoute(read: MirrorRead): Route {
  return {
    ...described(read),
    tag: 'Launch mirror',
    answerIs: 'The answer, exact at `source.last_indexed_slot`.',
    errors: errorsAsEverywhere(400, ...(read.missing ? [404] : []), 410, 412),
    handle: { read: (context, values) => read.handle(context, requestOf(values)), fleeting: read.fleeting },
  };
}

function programRoute(read: MirrorRead): Route {
  const missing = {
    404: {
      description: 'No such program is followed, or it has no such account type or account at the slot.',
      detail: 'No program named vault is followed. /api/v1/programs/ lists those that are.',
    },
  };
  return {
    ...described(read),
    tag: 'Programs',
    answerIs: 'The answer, exact at `source.last_indexed_slot`.',
    errors: { ...errorsAsEverywhere(400, 410, 412), ...(read.missing && missing) },
    // Their slots move apart from those of the launches, by which cached answers are told.
    handle: {
      read: (context, values) => read.handle(context, requestOf(values)),
      fleeting: true,
      ofProgram: true,
    },
  };
}

function rewardRoute(read: RewardRead): Route {
  return {
    ...described(read),
    tag: 'Rewards',
    errors: {
      ...errorsAsEverywhere(400, ...(read.missing ? [] : [403])),
      ...(read.missing &&
        notYours('payout request', 'You have no payout request 9. List yours without an id.')),
      401: {
        description: 'Not signed in, or the URL contains a credential.',
        detail: NOT_SIGNED_IN.detail,
      },
    },
    handle: {
      rewards: (context, caller, { path, query }) =>
        read.handle(context, caller, requestOf({ ...path, ...query })),
    },
  };
}

function described({ path, operationId, title, description, example, ...read }: MirrorRead | RewardRead) {
  const named = Object.entries(read.arguments);
  const inPath = ([name]: readonly [string, unknown]) => path.includes(`{${name}}`);
  return {
    method: 'GET',
    path,
    operationId,
    description,
    example,
    summary: title,
    pathParameters: Object.fromEntries(named.filter(inPath)),
    queryParameters: Object.fromEntries(named.filter((argument) => !inPath(argument))),
    answer: nameOf(read.answer),
  } as const;
}
