import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchWork } from '../../support/longest-work.ts';
import type { McpUnderTest } from './support/mcp-under-test.ts';
import { openSurface, type SurfaceUnderTest, toolOf } from './support/surface-under-test.ts';

const MEBIBYTE = 2 ** 20;
const LONGEST_STALL_MS = 100;

const members = `{${Array.from({ length: 85_000 }, (_, number) => `"k${number}":0`).join(',')}}`;
const called = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${args}}}`;

/** Messages of nearly a mebibyte that make a reader of JSON work hardest. */
const HEAVY = {
  'members of the arguments': called(members),
  'members of _meta': `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":${members}}}`,
  'members of the message': `{"jsonrpc":"2.0",${members.slice(1)}`,
  'elements of an argument': called(`{"text":[${'0,'.repeat(500_000)}0]}`),
  'a batch': `[${'{},'.repeat(340_000)}{}]`,
  nesting: called('{"text":'.repeat(120_000)),
  'one long string': called(`{"text":"${'x'.repeat(1_000_000)}"}`),
  'escapes in a string': called(`{"text":"${'\\u0041'.repeat(170_000)}"}`),
  'one long number': called(`{"text":${'9'.repeat(1_000_000)}}`),
  'a long method': `{"jsonrpc":"2.0","id":1,"method":"${'m'.repeat(1_000_000)}"}`,
  'a long id': `{"jsonrpc":"2.0","id":"${'i'.repeat(1_000_000)}","method":"ping"}`,
  'nothing but quotes': '"'.repeat(1_000_000),
} as const;

describe('a heavy message', () => {
  let under: SurfaceUnderTest;
  let mcp: McpUnderTest;
  let session: Record<string, string>;
  beforeAll(async () => {
    under = await openSurface([toolOf('echo', () => 'done')]);
    mcp = under.mcp;
    session = await mcp.initialize();
  });
  afterAll(async () => {
    await under[Symbol.asyncDispose]();
  });

  test.for(Object.entries(HEAVY))('of %s is answered without keeping others waiting', async ([, text]) => {
    const body = Buffer.from(text);
    expect(body.length).toBeLessThan(MEBIBYTE);
    const stalls: number[] = [];

    // A message that stalls the server does so every time; once may be the collector of garbage.
    for (let attempt = 0; attempt < 3; attempt++) {
      const longest = watchWork();
      const { status } = await mcp.post(body, session);
      stalls.push(longest());
      expect(status).toBeLessThan(500);
    }

    expect(Math.min(...stalls)).toBeLessThan(LONGEST_STALL_MS);
  });
});
