/** Codes with which OpenSSL refuses a certificate (`X509_verify_cert`), and Node one for another host name. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether a connection failed with this code because the server's certificate is not trusted here. */
export function isUntrusted(code: string | undefined): boolean {
  return code !== undefined && UNTRUSTED.has(code);
}

/** The refusal, with the remedy. */
export function untrusted(reason: string): string {
  return `its TLS certificate is not trusted (${reason}); for a private authority, set NODE_EXTRA_CA_CERTS to its PEM file`;
}
