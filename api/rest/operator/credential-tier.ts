import type { FastifyInstance } from 'fastify';
import { credentialTierRequest } from '../../../schemas/rest/keys.ts';
import { credentialAnswer } from '../../actions/keys/answers.ts';
import { type OperateKeysContext, setTier } from '../../actions/keys/operate.ts';
import { parseBody } from '../accounts/parse-body.ts';
import type { ApiMetrics } from '../metrics.ts';
import { BASE_PATH } from '../routes/all.ts';
import { namedRow } from '../row-id.ts';
import { OPERATOR_OVER_HTTP } from './authority.ts';
import { serveOperatorPost } from './serve-post.ts';

export const CREDENTIAL_TIER_PATH = '/operator/credentials/{credential_id}/tier/';
const URL = `${BASE_PATH}/operator/credentials/:credential_id/tier/`;

export interface CredentialTierServices {
  /** The bearer token of the operator; without it there is no such path. */
  readonly token: string | undefined;
  readonly context: OperateKeysContext;
  readonly metrics: ApiMetrics;
}

/** Serves the operator's way to give a credential another rate. */
export function serveCredentialTier(
  app: FastifyInstance,
  { context, ...rest }: CredentialTierServices,
): void {
  serveOperatorPost<{ credential_id: string }>(app, {
    ...{ ...rest, url: URL },
    handle: async ({ params, body }) => {
      const { tier } = parseBody(credentialTierRequest, body);
      const id = namedRow.parse(params.credential_id);
      return credentialAnswer(await setTier(context, { id, tier, operator: OPERATOR_OVER_HTTP }));
    },
  });
}
