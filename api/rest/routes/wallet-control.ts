import type { ZodType } from 'zod';
import {
  type ControlSetAnswer,
  counterpartiesRequest,
  jurisdictionRequest,
  limitsRequest,
  permissionModeRequest,
  walletPolicy,
} from '../../../schemas/rest/wallet-control.ts';
import type { Caller } from '../../access/caller.ts';
import { listChanges, listDecisions, walletControl } from '../../actions/control/answers.ts';
import type { Actor, ControlContext } from '../../actions/control/context.ts';
import type { SettingKind } from '../../actions/control/kinds/kind.ts';
import * as kinds from '../../actions/control/kinds/settings.ts';
import { setControl, stopAgents } from '../../actions/control/set.ts';
import { ownerOf } from '../../actions/keys/context.ts';
import { defineRoute, type Route } from '../route.ts';
import { ofCredential, placeBefore, rowLimit } from '../row-pages.ts';
import { signedInErrors } from './errors.ts';

/** Each stores a row permanently. */
const REQUESTS_PER_WINDOW = 100;
const PLAIN = { tag: 'Guardrails' } as const;
const WIDER =
  'A stricter setting applies at once. A setting that lets agents do more changes nothing until your wallet signs the `request` of the answer: your account token alone is not enough.';

export const SIGNED_IN = signedInErrors('permission_mode must be one of observe, propose, delegate.');
const FULL = {
  description: 'You have 50 open requests, which is the maximum.',
  detail:
    'The owner already has 50 open requests, which is the maximum. Approve or reject some, or wait until they expire.',
};

/** The owner, by an account token. */
export function ownActor(caller: Caller): Actor {
  return { owner: ownerOf(caller), agent: undefined };
}

const controlRoute = defineRoute({
  ...PLAIN,
  method: 'GET',
  path: '/wallet-control/',
  operationId: 'getWalletControl',
  summary: 'Get the guardrails of your agents',
  description:
    'The current switch, permission mode, policy, limits, counterparties, jurisdiction and grants.',
  answer: 'WalletControl',
  errors: SIGNED_IN,
  handle: { signedIn: ({ control }, caller) => walletControl(control, ownerOf(caller)) },
});

interface SwitchRoute {
  readonly verb: 'pause' | 'kill' | 'resume';
  readonly summary: string;
  readonly description: string;
  readonly set: (control: ControlContext, actor: Actor) => Promise<ControlSetAnswer>;
  readonly requestsPerWindow: number;
}

/** Stopping agents is never rate limited. */
function switchRoute({ verb, summary, description, set, requestsPerWindow }: SwitchRoute): Route {
  return defineRoute({
    ...PLAIN,
    method: 'POST',
    path: `/wallet-control/${verb}/`,
    operationId: `${verb}Wallet`,
    summary,
    description,
    answer: 'ControlSet',
    example: verb === 'resume' ? { status: 'waits_for_owner' } : { request: null },
    errors: { ...SIGNED_IN, 409: FULL },
    requestsPerWindow,
    handle: { signedIn: ({ control }, caller) => set(control, ownActor(caller)) },
  });
}

interface PutRoute<Payload> {
  readonly part: string;
  readonly operationId: string;
  readonly summary: string;
  readonly kind: SettingKind<Payload>;
  readonly shape: ZodType<NoInfer<Payload>>;
}

function putRoute<Payload>({ part, kind, shape, ...put }: PutRoute<Payload>): Route {
  return defineRoute({
    ...PLAIN,
    method: 'PUT',
    path: `/wallet-control/${part}/`,
    operationId: put.operationId,
    summary: put.summary,
    description: WIDER,
    body: shape,
    answer: 'ControlSet',
    example: { request: null },
    errors: { ...SIGNED_IN, 409: FULL },
    requestsPerWindow: REQUESTS_PER_WINDOW,
    handle: {
      signedIn: ({ control }, caller, { body: payload }) =>
        setControl(control, ownActor(caller), { kind, payload }),
    },
  });
}

const changesRoute = defineRoute({
  ...PLAIN,
  method: 'GET',
  path: '/wallet-control/changes/',
  operationId: 'listControlChanges',
  summary: 'List changes of the guardrails',
  description: 'Newest first: every change, with the agent that made it or the request that you signed.',
  queryParameters: { limit: rowLimit, before: placeBefore },
  answer: 'ControlChangesAnswer',
  errors: SIGNED_IN,
  handle: { signedIn: ({ control }, caller, { query }) => listChanges(control, ownerOf(caller), query) },
});

const decisionsRoute = defineRoute({
  ...PLAIN,
  method: 'GET',
  path: '/call-decisions/',
  operationId: 'listCallDecisions',
  summary: 'List decisions about calls',
  description:
    'Newest first: every tool call other than reads and quotes, and every call that a gate refused.',
  queryParameters: { limit: rowLimit, before: placeBefore, credential_id: ofCredential },
  answer: 'CallDecisionsAnswer',
  errors: SIGNED_IN,
  handle: { signedIn: ({ control }, caller, { query }) => listDecisions(control, ownerOf(caller), query) },
});

export const WALLET_CONTROL_ROUTES: readonly Route[] = [
  controlRoute,
  switchRoute({
    verb: 'pause',
    summary: 'Pause your agents',
    description:
      'Intents, and everything that could move value, are refused from the next call on. Safe to repeat.',
    set: (control, actor) => stopAgents(control, actor, 'paused'),
    requestsPerWindow: Number.POSITIVE_INFINITY,
  }),
  switchRoute({
    verb: 'kill',
    summary: 'Stop your agents',
    description: 'Everything except reads and quotes is refused from the next call on. Safe to repeat.',
    set: (control, actor) => stopAgents(control, actor, 'killed'),
    requestsPerWindow: Number.POSITIVE_INFINITY,
  }),
  switchRoute({
    verb: 'resume',
    summary: 'Resume your agents',
    description: 'Your wallet must sign the `request` of the answer. Until then nothing changes.',
    set: (control, actor) =>
      setControl(control, actor, { kind: kinds.switchKind, payload: { switch: 'on' } }),
    requestsPerWindow: REQUESTS_PER_WINDOW,
  }),
  putRoute({
    part: 'permission-mode',
    operationId: 'setPermissionMode',
    summary: 'Set how much agents may do without asking',
    kind: kinds.permissionModeKind,
    shape: permissionModeRequest,
  }),
  putRoute({
    part: 'policy',
    operationId: 'setWalletPolicy',
    summary: 'Set which tools, mints, venues and counterparties agents may use',
    kind: kinds.policyKind,
    shape: walletPolicy,
  }),
  putRoute({
    part: 'limits',
    operationId: 'setLimits',
    summary: 'Set how much agents may move',
    kind: kinds.limitsKind,
    shape: limitsRequest,
  }),
  putRoute({
    part: 'counterparties',
    operationId: 'setCounterparties',
    summary: 'Set the counterparties of your wallet',
    kind: kinds.counterpartiesKind,
    shape: counterpartiesRequest,
  }),
  putRoute({
    part: 'jurisdiction',
    operationId: 'declareJurisdiction',
    summary: 'Declare your country',
    kind: kinds.jurisdictionKind,
    shape: jurisdictionRequest,
  }),
  changesRoute,
  decisionsRoute,
];
