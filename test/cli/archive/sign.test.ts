import { expect, test } from 'vitest';
import { signedHeaders } from '../../support/s3-signature.ts';

/** From Amazon's documentation of signature version 4. */
const EXAMPLE = {
  key: {
    id: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    sessionToken: undefined,
  },
  region: 'us-east-1',
  now: Date.parse('2013-05-24T00:00:00Z'),
};
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

test('the signature that requests are judged by is that of Amazon’s own example', () => {
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
  const request = { method: 'GET', url, headers: { range: 'bytes=0-9' }, sha256: EMPTY } as const;

  expect(signedHeaders(request, EXAMPLE)).toEqual({
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  });
});

test('the token of a temporary key is sent and signed', () => {
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
  const key = { ...EXAMPLE.key, sessionToken: 'temporary' };
  const headers = signedHeaders({ method: 'GET', url, sha256: EMPTY }, { ...EXAMPLE, key });

  expect(headers['x-amz-security-token']).toBe('temporary');
  expect(headers.authorization).toContain('x-amz-date;x-amz-security-token,');
});
