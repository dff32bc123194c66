import { SCOPE_NAMES } from '../../../schemas/rest/scopes.ts';

/** How OAuth clients find out that the pairing issues the credentials of a surface. */

export const AUTHORIZATION_SERVER_PATH = '/.well-known/oauth-authorization-server';
const RESOURCE_PATH = '/.well-known/oauth-protected-resource';
export const DEVICE_PATH = '/oauth/device_authorization';
export const TOKEN_PATH = '/oauth/token';
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Where the metadata of a surface is, by RFC 9728. */
export function resourceMetadataPath(surface: string): string {
  return `${RESOURCE_PATH}${surface}`;
}

/** RFC 9728. @param origin the address of the server, without a path */
export function resourceMetadata(origin: string, surface: string) {
  return {
    resource: `${origin}${surface}`,
    resource_name: 'Launchlens',
    authorization_servers: [origin],
    bearer_methods_supported: ['header'],
    scopes_supported: SCOPE_NAMES,
  };
}

/**
 * RFC 8414. The device flow of RFC 8628 is the only grant. Some clients read no metadata without an authorization
 * endpoint, so it names the page where owners decide; no response type is offered there.
 */
export function authorizationServerMetadata(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/pair`,
    device_authorization_endpoint: `${origin}${DEVICE_PATH}`,
    token_endpoint: `${origin}${TOKEN_PATH}`,
    grant_types_supported: [DEVICE_GRANT],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: SCOPE_NAMES,
  };
}
