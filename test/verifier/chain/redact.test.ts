import { describe, expect, test } from 'vitest';
import { redactedUrl } from '../../../verifier/chain/http.ts';

describe('a URL that is shown', () => {
  test.each([
    ['http://127.0.0.1:8899', 'http://127.0.0.1:8899'],
    ['http://127.0.0.1:8080/api/v1/', 'http://127.0.0.1:8080/api/v1'],
    ['https://user:secret@rpc.example.com/', 'https://[redacted]@rpc.example.com'],
    ['https://:secret@rpc.example.com/', 'https://[redacted]@rpc.example.com'],
    ['https://rpc.example.com/v2/8f14e45fceea167a', 'https://rpc.example.com/[redacted]'],
    ['https://rpc.example.com/?api-key=8f14e45f', 'https://rpc.example.com?[redacted]'],
  ])('%s becomes %s', (url, shown) => {
    expect(redactedUrl(url)).toBe(shown);
  });
});
