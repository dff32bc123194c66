import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { scopeList } from '../../../schemas/rest/scopes.ts';
import { visibleText } from '../../../schemas/rest/visible-text.ts';
import { answerableError, retryAfterOf } from '../../actions/answerable.ts';
import type { PairingExchange } from '../../actions/pairing/exchange.ts';
import { DEVICE_GRANT, TOKEN_PATH } from './metadata.ts';

/** The pairing as the device flow of OAuth (RFC 8628), with the errors of RFC 6749. */

export interface OauthAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfter?: string | undefined;
}

export type Endpoint = (form: URLSearchParams, pairing: PairingExchange) => Promise<OauthAnswer>;

const refused = (error: string, error_description: string, status = 400): OauthAnswer => ({
  status,
  body: { error, error_description },
});

/** Parameters given once, or the refusal of one that is repeated. */
export function oauthAnswer(endpoint: Endpoint): Endpoint {
  return async (form, pairing) => {
    const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1);
    if (repeated !== undefined) return refused('invalid_request', 'A parameter appears more than once.');
    try {
      return await endpoint(form, pairing);
    } catch (error) {
      return failure(error);
    }
  };
}

/** Starts a pairing: the client's id is the name that its owner reads. */
export const deviceAuthorization: Endpoint = async (form, pairing) => {
  const clientName = visibleText.safeParse(form.get('client_id') ?? '');
  if (!clientName.success) {
    return refused(
      'invalid_request',
      'client_id must be the name of the client: 1 to 64 visible characters.',
    );
  }
  const asked = form.get('scope') ?? '';
  const scopes = scopeList.optional().safeParse(asked === '' ? undefined : asked.split(' '));
  if (!scopes.success) return refused('invalid_scope', `scope must be ${scopes.error.issues[0]?.message}.`);
  const started = await pairing.start({ scopes: scopes.data, clientName: clientName.data });
  const { verification_url, verification_url_complete, ...codes } = started;
  const body = {
    ...codes,
    verification_uri: verification_url,
    verification_uri_complete: verification_url_complete,
  };
  return { status: 200, body };
};

/** Polls a pairing. */
export const token: Endpoint = async (form, pairing) => {
  const grant = form.get('grant_type');
  if (grant === null) return refused('invalid_request', 'grant_type is missing.');
  if (grant !== DEVICE_GRANT) {
    return refused('unsupported_grant_type', `The only grant type is ${DEVICE_GRANT}.`);
  }
  const code = form.get('device_code');
  if (!code) return refused('invalid_request', 'device_code is missing.');
  const polled = await pairing.poll(code, TOKEN_PATH);
  switch (polled.status) {
    case 'pending':
      return refused('authorization_pending', 'The owner has not decided yet.');
    case 'slow_down':
      return refused('slow_down', `Poll every ${polled.interval} s at most.`);
    case 'denied':
      return refused('access_denied', 'The owner denied the request.');
    case 'expired':
      return refused('expired_token', 'The device code has expired or was used. Start again.');
    default: {
      const { token: access_token, scopes = [], expires_at = '' } = polled;
      const expires_in = Math.floor((Date.parse(expires_at) - pairing.now()) / 1000);
      return {
        status: 200,
        body: { access_token, token_type: 'Bearer', expires_in, scope: scopes.join(' ') },
      };
    }
  }
};

/** An owner with too many credentials can revoke some and try again, so the client keeps polling. */
function failure(error: unknown): OauthAnswer {
  const known = answerableError(error);
  if (isLaunchlensError(error) && known.status === 409)
    return refused('authorization_pending', known.message);
  const name = known.status === 500 ? 'server_error' : 'temporarily_unavailable';
  return { ...refused(name, known.message, known.status), retryAfter: retryAfterOf(known) };
}
