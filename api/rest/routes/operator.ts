import { credentialTierRequest } from '../../../schemas/rest/keys.ts';
import { launchGateChange } from '../../../schemas/rest/launch-gate.ts';
import { credentialAnswer } from '../../actions/keys/context.ts';
import { setTier } from '../../actions/keys/manage.ts';
import { removeLeg, setLeg } from '../../actions/launch-gate/gate.ts';
import { OPERATOR_OVER_HTTP } from '../operator/authority.ts';
import { defineRoute, type Route } from '../route.ts';
import { idNamed } from '../row-pages.ts';
import { badBody } from './errors.ts';

const POST = { method: 'POST', tag: 'Operations' } as const;
const NOT_OPERATOR = {
  401: {
    description: 'Not the operator.',
    detail: 'The bearer token does not match OPERATOR_TOKEN.',
  },
} as const;

const ingestRoute = defineRoute({
  ...POST,
  path: '/operator/reward-events/',
  operationId: 'appendRewardEvents',
  summary: 'Append events to the reward ledger',
  description:
    'All rows of a request are stored, or none. Rows that the ledger already has are counted as known, so a request can be sent again. `Content-Type` is `application/x-ndjson`, `text/csv`, or `application/json` with an array of rows. Answers 404 unless the operator has set `OPERATOR_TOKEN`.',
  answer: 'RewardEventsStored',
  answerIs: 'All rows are in the ledger.',
  errorAnswers: { 400: 'RewardRowRefusal', 409: 'RewardEventsRefusal' },
  errors: {
    ...NOT_OPERATOR,
    400: {
      description: 'A row is not a valid reward event; `line` names it. Nothing was stored.',
      detail:
        'Line 3 is not a valid reward event: record_id must be a whole number from 0 to 2^64 - 1. Nothing from this request was stored.',
    },
    404: {
      description: 'The operator endpoints are not enabled.',
      detail: 'This path does not exist. /docs lists all paths.',
    },
    409: {
      description: 'Rows contradict the ledger, or price fee shares before the mint; nothing was stored.',
      detail:
        '2 events contradict the ledger, first at line 3: the record has accrued already. Nothing from this request was stored.',
    },
    413: {
      description: 'More than 16 MiB; send it in parts.',
      detail: 'The request body is larger than the maximum of 16777216 bytes.',
    },
    415: {
      description: 'Neither NDJSON, CSV nor JSON.',
      detail: 'This path does not accept the Content-Type of this request. /docs lists the types it accepts.',
    },
  },
  handle: { ingest: true },
});

const tierRoute = defineRoute({
  ...POST,
  path: '/operator/credentials/{credential_id}/tier/',
  operationId: 'setCredentialTier',
  summary: 'Set the rate tier of a credential',
  description:
    'Applies from the next call on, and is recorded as an action of the operator. Answers 404 unless the operator has set `OPERATOR_TOKEN`.',
  pathParameters: { credential_id: idNamed('Id of the credential, as its owner sees it.') },
  body: credentialTierRequest,
  bodyExample: { tier: 'elevated' },
  answer: 'Credential',
  answerIs: 'The changed credential.',
  example: { tier: 'elevated' },
  errors: {
    ...NOT_OPERATOR,
    ...badBody('tier must be paired or elevated.'),
    404: {
      description: 'The credential does not exist, or the operator endpoints are not enabled.',
      detail: 'This credential does not exist.',
    },
  },
  handle: {
    operateKeys: async (context, { path, body: { tier } }) =>
      credentialAnswer(
        await setTier(context, { id: path.credential_id, tier, operator: OPERATOR_OVER_HTTP }),
      ),
  },
});

const gateRoute = defineRoute({
  ...POST,
  path: '/operator/launch-gate/',
  operationId: 'setLaunchGateLeg',
  summary: 'Set or remove a leg of the launch gate',
  description:
    'Changes one leg. `status` sets it, or adds it after the others; `remove` removes it. Every API shows the change within two seconds. Recorded as an action of the operator. Answers 404 unless the operator has set `OPERATOR_TOKEN`.',
  body: launchGateChange,
  bodyExample: { status: 'passed', note: 'Opinion of 1 October' },
  answer: 'LaunchGate',
  answerIs: 'The changed gate.',
  example: { legs: [{ status: 'passed' }, { name: 'audit', status: 'pending' }] },
  errors: {
    ...NOT_OPERATOR,
    ...badBody('name must be 1 to 64 visible characters, single spaces between them.'),
    404: {
      description: 'The leg does not exist, or the operator endpoints are not enabled.',
      detail: 'The launch gate has no leg with this name.',
    },
    409: {
      description: 'The gate has 32 legs, which is the maximum.',
      detail: 'The launch gate already has 32 legs, which is the maximum. Remove some first.',
    },
  },
  handle: {
    operateGate: (context, { body: { name, status, note = '' } }) => {
      const leg = { name, note, operator: OPERATOR_OVER_HTTP };
      return status === undefined ? removeLeg(context, leg) : setLeg(context, { ...leg, status });
    },
  },
});

/** What the operator may do over HTTP. */
export const OPERATOR_ROUTES: readonly Route[] = [ingestRoute, tierRoute, gateRoute];
