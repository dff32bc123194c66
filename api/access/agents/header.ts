const BEARER = /^Bearer +([A-Za-z0-9_]{1,128}) *$/i;

/**
 * The Authorization header of a request, from its raw headers: Node silently keeps the first of many. Several are joined
 * by commas, as in HTTP, and are then not a credential.
 */
export function authorizationOf(rawHeaders: readonly string[]): string | undefined {
  const values = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization',
  );
  return values.length === 0 ? undefined : values.join(', ');
}

/** What a header shows as its bearer credential. */
export function bearerOf(authorization: string): string | undefined {
  return BEARER.exec(authorization)?.[1];
}

/**
 * `WWW-Authenticate` of a 401 for agents (RFC 6750).
 * @param shown whether the request contained a credential
 * @param metadata where a client learns how to get one (RFC 9728)
 */
export function credentialChallenge(shown: boolean, metadata?: string): string {
  const where = metadata === undefined ? '' : `, resource_metadata="${metadata}"`;
  const realm = `Bearer realm="launchlens"${where}`;
  if (!shown) return realm;
  const remedy = 'The credential is not accepted here: pair again, or rotate the key.';
  return `${realm}, error="invalid_token", error_description="${remedy}"`;
}
