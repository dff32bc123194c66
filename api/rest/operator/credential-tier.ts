import type { FastifyInstance } from 'fastify';
import { credentialTierRequest } from '../../../schemas/rest/keys.ts';
import { credentialAnswer } from '../../actions/keys/answers.ts';
import { type OperateKeysContext, setTier } from '../../actions/keys/operate.ts';
import { parseBody } from '../accounts/parse-body.ts';
import { namedCredential } from '../credential-id.ts';
import { COMMON_HEADERS } from '../headers.ts';
import type { ApiMetrics } from '../metrics.ts';
import { BASE_PATH } from '../routes/all.ts';
import { refuseOtherMethods } from '../serve-route.ts';
import { operatorGate } from './authority.ts';

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
  { token, context, metrics }: CredentialTierServices,
): void {
  if (token === undefined) return;
  const requireOperator = operatorGate(token);
  app.route<{ Params: { credential_id: string } }>({
    method: 'POST',
    url: URL,
    onRequest: async ({ headers }) => requireOperator(headers.authorization),
    handler: async ({ params, body }, reply) => {
      const { tier } = parseBody(credentialTierRequest, body);
      const id = namedCredential.parse(params.credential_id);
      const changed = await setTier(context, { id, tier, operator: 'OPERATOR_TOKEN' });
      metrics.request(URL, 200);
      return reply
        .headers(COMMON_HEADERS)
        .header('cache-control', 'no-store')
        .send(credentialAnswer(changed));
    },
  });
  refuseOtherMethods(app, URL, ['POST']);
}
