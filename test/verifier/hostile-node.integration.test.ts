import { describe, expect, test } from 'vitest';
import { installVerifier, runVerifier } from '../support/verifier/run-verifier.ts';
import { chainReply, type RpcReply } from '../support/verifier/scripted-rpc.ts';
import { type Stage, stage } from '../support/verifier/stage.ts';

const http = (status: number, body: string, headers: Record<string, string> = {}): RpcReply => ({
  http: { status, body, headers },
});
const rpcError = (code: number, message: string): RpcReply => ({ error: { code, message } });
/** Seconds. A busy machine may take one of them to answer at all. */
const ENOUGH_FOR_ONE = '5';
const repeated = (reply: RpcReply, times: number): RpcReply[] => Array(times).fill(reply);
const callsOf = ({ node }: Stage, method: string) => node.calls.filter((call) => call.method === method);

describe('a node that can answer a little later', () => {
  const passing: readonly (readonly [string, RpcReply])[] = [
    ['limits the rate', http(429, 'Too many requests', { 'retry-after': '0' })],
    ['is restarting behind a proxy', http(503, '<html>', { 'content-type': 'text/html' })],
    ['has not reached the slot', rpcError(-32016, 'Minimum context slot has not been reached')],
    ['is behind', rpcError(-32005, 'Node is behind by 42 slots')],
    ['limits the rate in the body', rpcError(429, 'Too many requests')],
  ];

  test.each(passing)('that %s is asked again', async (_what, reply) => {
    await using given = await stage();
    given.node.script('getMultipleAccounts', reply, reply);
    given.node.script('getProgramAccounts', reply);
    expect(await given.verify()).toMatchObject({ stderr: '', exit: 0 });
    expect(callsOf(given, 'getProgramAccounts')).toHaveLength(2);
  });

  test('is given the time that its Retry-After asks for', async () => {
    await using given = await stage();
    const times: number[] = [];
    const note = (reply: RpcReply) => () => {
      times.push(performance.now());
      return reply;
    };
    given.node.script(
      'getMultipleAccounts',
      note(http(429, '', { 'retry-after': '1' })),
      note(rpcError(-32005, 'Node is behind')),
    );
    expect(await given.verify()).toMatchObject({ exit: 0 });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
  });

  test('is not waited for longer than the time allowed', async () => {
    await using given = await stage();
    given.node.script('getMultipleAccounts', http(429, '', { 'retry-after': '120' }));
    const run = await given.verify('--timeout', '2');
    expect(run.stderr).toMatch(/kept answering getMultipleAccounts with HTTP 429, asking to wait 120 s\n$/);
    expect(run).toMatchObject({ stdout: '', exit: 2 });
    expect(given.node.calls).toHaveLength(1);
  });

  test('ends the run when it never does', async () => {
    await using given = await stage();
    given.node.script('getProgramAccounts', ...repeated(rpcError(-32016, 'Minimum context slot'), 1_000));
    const run = await given.verify('--timeout', ENOUGH_FOR_ONE);
    expect(run.stderr).toMatch(/refused getProgramAccounts: Minimum context slot \(code -32016\)\n$/);
    expect(run.exit).toBe(2);
  });
});

describe('a node that is of no use', () => {
  const account = (data: unknown) => ({
    result: { context: { slot: 1 }, value: [{ owner: '11111111111111111111111111111111', data }] },
  });
  const useless: readonly (readonly [string, RpcReply, string])[] = [
    ['answers HTML', http(200, '<html>', { 'content-type': 'text/html' }), 'text/html instead of JSON-RPC'],
    [
      'answers HTML with an error',
      http(404, '<html>', { 'content-type': 'text/html' }),
      'HTTP 404 and text/html',
    ],
    ['answers a JSON text', http(200, '"hello"'), 'instead of JSON-RPC: is it a Solana RPC URL?'],
    ['answers other JSON', http(200, '{"status":"ok"}'), 'with JSON that is not a JSON-RPC answer'],
    ['answers half of a body', http(200, '{"jsonrpc":"2.0","id":1,"resu'), 'instead of JSON-RPC'],
    ['redirects', http(301, '{}', { location: 'https://example.com' }), 'with HTTP 301'],
    ['forbids', http(403, '{}'), 'answered getMultipleAccounts with HTTP 403'],
    ['refuses the method', rpcError(-32601, 'Method not found'), 'Method not found (code -32601)'],
    [
      'refuses with escape codes',
      rpcError(-32602, 'Invalid\u001b[31m\nparams'),
      'Invalid [31m params (code -32602)',
    ],
    ['closes the connection', { http: 'drop' }, 'cannot reach the RPC node at http://127.0.0.1:'],
    ['never answers', { http: 'hang' }, 'did not answer within 1 s'],
    ['gives no context', { result: [] }, 'getMultipleAccounts with an answer without context'],
    ['gives no slot', { result: { context: {}, value: [null] } }, 'a context without a slot'],
    [
      'gives a negative slot',
      { result: { context: { slot: -1 }, value: [null] } },
      'a context without a slot',
    ],
    ['rounds a slot', { result: { context: { slot: 2 ** 60 }, value: [null] } }, 'a context without a slot'],
    ['gives no list', { result: { context: { slot: 1 }, value: {} } }, 'no list of accounts'],
    ['gives too few accounts', { result: { context: { slot: 1 }, value: [] } }, '0 accounts instead of 1'],
    ['gives no account', { result: { context: { slot: 1 }, value: [7] } }, 'no account for'],
    ['gives no owner', { result: { context: { slot: 1 }, value: [{}] } }, 'without an owner'],
    ['gives base58 data', account(['2g', 'base58']), 'without base64 data'],
    ['gives parsed data', account({ parsed: {} }), 'without base64 data'],
    ['gives broken base64', account(['AA=A', 'base64']), 'without base64 data'],
  ];

  test.each(useless)('that %s is told in one line with exit code 2', async (_what, reply, told) => {
    await using given = await stage();
    given.node.script('getMultipleAccounts', reply);
    const run = await given.verify('--timeout', '1');
    expect(run.stderr).toContain(told);
    expect(run.stderr).toMatch(/^verify-ilo-settlement: [^\n]+\n$/);
    expect(run).toMatchObject({ stdout: '', exit: 2 });
  });

  test('is never believed with an account listed twice', async () => {
    await using given = await stage();
    given.node.script('getProgramAccounts', (call) => {
      const { result } = chainReply(given.node.chain, call) as { result: { value: unknown[] } };
      return { result: { ...result, value: [...result.value, result.value[0]] } };
    });
    const run = await given.verify();
    expect(run.stderr).toMatch(/getProgramAccounts with account \S+ twice/);
    expect(run.exit).toBe(2);
  });

  test('is told without the credentials of its address', async () => {
    await using given = await stage();
    given.node.script('getMultipleAccounts', rpcError(-32601, 'Method not found'));
    const { port } = new URL(given.node.url);
    const address = `http://me:hunter2@127.0.0.1:${port}/v2/0123456789abcdef?api-key=0123456789abcdef`;
    const { stderr } = await runVerifier(await installVerifier(), ['--launch-id', '7', '--rpc', address]);
    expect(stderr).toContain(
      `the RPC node at http://[redacted]@127.0.0.1:${port}/[redacted]?[redacted] refused`,
    );
    expect(given.node.questions[0]?.path).toBe('/v2/0123456789abcdef?api-key=0123456789abcdef');
    expect(given.node.questions[0]?.headers.authorization).toBe(`Basic ${btoa('me:hunter2')}`);
  });

  test('need not even exist', async () => {
    const file = await installVerifier();
    const run = await runVerifier(file, ['--launch-id', '7', '--rpc', 'http://127.0.0.1:1']);
    expect(run.stderr).toMatch(/cannot reach the RPC node at http:\/\/127\.0\.0\.1:1: .+\n$/);
    expect(run).toMatchObject({ stdout: '', exit: 2 });
  });

  test('is told as JSON when asked for', async () => {
    await using given = await stage();
    given.node.script('getMultipleAccounts', rpcError(-32601, 'Method not found'));
    const run = await given.verify('--json');
    expect(JSON.parse(run.stdout)).toMatchObject({ launch_id: '7', ok: false, error: { kind: 'chain' } });
    expect(run.stderr).toContain('Method not found');
    expect(run.exit).toBe(2);
  });
});

describe('bad usage', () => {
  test('is one line on stderr and exit code 2, also as JSON', async () => {
    const file = await installVerifier();
    expect(await runVerifier(file, ['--launch-id', 'x'])).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'verify-ilo-settlement: --launch-id must be a whole number from 0 to 18446744073709551615, not "x" (see --help)\n',
    });
    const asJson = await runVerifier(file, ['--json']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ ok: false, error: { kind: 'usage' } });
    expect(asJson.exit).toBe(2);
  });

  test('--help prints the usage and ends with 0', async () => {
    const run = await runVerifier(await installVerifier(), ['--help']);
    expect(run.stdout).toContain('Usage: node verify-ilo-settlement.mjs --launch-id <n> [options]');
    expect(run).toMatchObject({ stderr: '', exit: 0 });
  });
});
