const BEARER = /^Bearer +([A-Za-z0-9_]{1,128}) *$/i;

/**
 * The Authorization header of a request, from its raw headers: Node itself keeps the first of many and says nothing.
 * Many are joined by commas, as HTTP reads them, and are then no credential.
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

/** `WWW-Authenticate` of a 401 of an agent's door (RFC 6750). @param shown whether the request held a credential */
export function credentialChallenge(shown: boolean): string {
  const realm = 'Bearer realm="launchlens"';
  if (!shown) return realm;
  const remedy = 'The credential is not accepted here: pair again, or rotate the key.';
  return `${realm}, error="invalid_token", error_description="${remedy}"`;
}
