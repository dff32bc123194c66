import { afterEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../../core/kernel/clock.ts';
import { RpcClient, type RpcClientOptions } from '../../../../indexer/source/rpc/client.ts';
import {
  type RpcRequest,
  type RpcScript,
  result,
  rpcError,
  type ScriptedAnswer,
  startRpcScript,
} from '../../../support/rpc-script.ts';
import { key58 } from '../../../support/scripted-feed.ts';
import { waitFor } from '../../../support/wait-for.ts';

const CONFIRMED = { commitment: 'confirmed' } as const;
const account = (lamports: string, data = 'AQID') =>
  `{"lamports":${lamports},"owner":"${key58('program')}","data":["${data}","base64"],"executable":false,"rentEpoch":18446744073709551615,"space":3}`;

describe('the RPC client', () => {
  const nodes: RpcScript[] = [];
  const slept: number[] = [];
  /** Waits for nothing and notes for how long it was asked to. */
  const clock: Clock = {
    now: () => Date.now(),
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
    },
  };

  async function node(answer: (request: RpcRequest, index: number) => ScriptedAnswer): Promise<RpcScript> {
    const script = await startRpcScript(answer);
    nodes.push(script);
    return script;
  }

  const client = ({ url }: { url: string }, options: Partial<RpcClientOptions> = {}) =>
    new RpcClient({ url, clock, random: () => 0, ...options });

  afterEach(async () => {
    slept.length = 0;
    await Promise.all(nodes.splice(0).map((script) => script.close()));
  });

  test('reads program accounts with their slot, exact to the last lamport', async () => {
    const script = await node(() =>
      result(
        `{"context":{"slot":9007199254740993,"apiVersion":"3.0.0"},"value":[{"pubkey":"${key58('a')}","account":${account('18446744073709551615')}}]}`,
      ),
    );
    const answer = await client(script).getProgramAccounts(key58('program'), {
      ...CONFIRMED,
      minContextSlot: 5n,
      filters: [{ dataSize: 139 }],
    });
    expect(answer).toEqual({
      slot: 9_007_199_254_740_993n,
      value: [
        {
          pubkey: key58('a'),
          owner: key58('program'),
          lamports: 18_446_744_073_709_551_615n,
          data: Buffer.from([1, 2, 3]),
        },
      ],
    });
    expect(script.requests[0]).toMatchObject({
      method: 'getProgramAccounts',
      params: [
        key58('program'),
        { commitment: 'confirmed', minContextSlot: 5, encoding: 'base64', withContext: true },
      ],
    });
  });

  test('reads accounts by key in pages of 100, absent ones told apart', async () => {
    const keys = Array.from({ length: 250 }, (_, index) => key58(`key ${index}`));
    const script = await node(({ params }) => {
      const asked = params[0] as string[];
      const values = asked.map((pubkey) => (pubkey === key58('key 120') ? 'null' : account('1')));
      return result(`{"context":{"slot":${asked.length}},"value":[${values.join(',')}]}`);
    });
    const pages = await client(script).getMultipleAccounts(keys, CONFIRMED);
    expect(pages.map(({ slot, value }) => [slot, value.length])).toEqual([
      [100n, 100],
      [100n, 100],
      [50n, 50],
    ]);
    expect(pages.flatMap(({ value }) => value).map(({ pubkey }) => pubkey)).toEqual(keys);
    expect(pages[1]?.value[20]).toEqual({ pubkey: key58('key 120'), account: undefined });
  });

  test('asks again until all pages come from one slot, never going back', async () => {
    // Given a node whose pages are two slots apart in the first round
    const keys = Array.from({ length: 150 }, (_, index) => key58(`key ${index}`));
    const script = await node(({ params }, index) => {
      const asked = params[0] as string[];
      const slot = index === 0 ? 40 : index === 1 ? 42 : 43;
      return result(`{"context":{"slot":${slot}},"value":[${asked.map(() => 'null').join(',')}]}`);
    });
    // When they are read as of one slot
    const { slot, value } = await client(script).getAccountsAtOneSlot(keys, CONFIRMED);
    // Then the second round counts, and it was asked for from the newest slot seen
    expect([slot, value.length]).toEqual([43n, 150]);
    expect(script.requests[2]?.params[1]).toMatchObject({ minContextSlot: 42 });
  });

  test('gives up aligning pages after a bounded number of rounds', async () => {
    const keys = Array.from({ length: 150 }, (_, index) => key58(`key ${index}`));
    const script = await node(({ params }, index) => {
      const asked = params[0] as string[];
      return result(`{"context":{"slot":${100 + index}},"value":[${asked.map(() => 'null').join(',')}]}`);
    });
    const reading = client(script).getAccountsAtOneSlot(keys, CONFIRMED);
    await expect(reading).rejects.toMatchObject({ code: 'RPC_SLOTS_DIFFER' });
  });

  test('reads the genesis hash, the slot and the time of a block', async () => {
    const answers: Record<string, ScriptedAnswer> = {
      getGenesisHash: result(`"${key58('genesis')}"`),
      getSlot: result('123'),
      getBlockTime: result('1790000000'),
    };
    const rpc = client(await node(({ method }) => answers[method] ?? rpcError(-32_601, 'Method not found')));
    expect(await rpc.getGenesisHash()).toBe(key58('genesis'));
    expect(await rpc.getSlot(CONFIRMED)).toBe(123n);
    expect(await rpc.getBlockTime(123n)).toBe(1_790_000_000n);
  });

  test.each([
    ['null', result('null')],
    ['that the slot was skipped', rpcError(-32_009, 'Slot 5 was skipped')],
    ['that the block is not available', rpcError(-32_004, 'Block not available for slot 5')],
  ])('knows no block time when the node answers %s', async (_case, answer) => {
    expect(await client(await node(() => answer)).getBlockTime(5n)).toBeUndefined();
  });

  test.each([
    ['HTTP 503', { status: 503 }, [125, 250]],
    [
      'that it is behind the slot',
      rpcError(-32_016, 'Minimum context slot has not been reached'),
      [125, 250],
    ],
    ['that it is unhealthy', rpcError(-32_005, 'Node is behind by 42 slots'), [125, 250]],
    ['HTTP 429 with Retry-After', { status: 429, headers: { 'retry-after': '3' } }, [3000, 3000]],
    [
      'HTTP 429 with a Retry-After of hours',
      { status: 429, headers: { 'retry-after': '7200' } },
      [60_000, 60_000],
    ],
    ['HTTP 429 alone', { status: 429 }, [125, 250]],
  ])('waits and asks again when the node answers %s', async (_case, answer, waits) => {
    const script = await node((_request, index) => (index < 2 ? answer : result('7')));
    expect(await client(script).getSlot(CONFIRMED)).toBe(7n);
    expect(slept).toEqual(waits);
  });

  test('waits until the date that Retry-After names', async () => {
    const at = new Date(Date.now() + 5_000).toUTCString();
    const script = await node((_request, index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': at } } : result('7'),
    );

    expect(await client(script).getSlot(CONFIRMED)).toBe(7n);

    expect(slept).toHaveLength(1);
    expect(slept[0]).toBeGreaterThan(3_000);
    expect(slept[0]).toBeLessThanOrEqual(5_000);
  });

  test('asks again when a node takes no notice of the slot asked for', async () => {
    const script = await node((_request, index) => result(`{"context":{"slot":${8 + index}},"value":[]}`));
    const reading = client(script).getProgramAccounts(key58('program'), {
      ...CONFIRMED,
      minContextSlot: 10n,
    });
    expect((await reading).slot).toBe(10n);
  });

  test.each([
    ['RPC_UNREACHABLE', { status: 502 }],
    ['RPC_RATE_LIMITED', { status: 429 }],
    ['RPC_BEHIND', rpcError(-32_016, 'Minimum context slot has not been reached')],
  ])('reports %s when it stays that way', async (code, answer) => {
    const script = await node(() => answer);
    await expect(client(script, { retries: 3 }).getSlot(CONFIRMED)).rejects.toMatchObject({ code });
    expect(script.requests).toHaveLength(4);
    expect(slept).toHaveLength(3);
  });

  test.each([
    ['RPC_REFUSED', 'an error of the method', rpcError(-32_602, 'Invalid param')],
    ['RPC_REFUSED', 'HTTP 403', { status: 403, body: 'blocked' }],
    ['RPC_BAD_ANSWER', 'a web page', { body: '<html>' }],
    ['RPC_BAD_ANSWER', 'no JSON-RPC', { body: '{"ok":true,"error":"x"}' }],
    ['RPC_BAD_ANSWER', 'a text for a number', result('"123"')],
    ['RPC_BAD_ANSWER', 'a fraction', result('12.5')],
    ['RPC_BAD_ANSWER', 'a negative slot', result('-1')],
    ['RPC_BAD_ANSWER', 'more than 64 bits', result('18446744073709551616')],
  ])('reports %s at once for %s', async (code, _case, answer) => {
    const script = await node(() => answer);
    await expect(client(script).getSlot(CONFIRMED)).rejects.toMatchObject({ code });
    expect(script.requests).toHaveLength(1);
  });

  test.each([301, 302, 303, 307, 308])(
    'follows no redirect (HTTP %i), and says what to do',
    async (status) => {
      const elsewhere = await node(() => result('7'));
      const script = await node(() => ({ status, headers: { location: elsewhere.url } }));
      const error = await client(script)
        .getSlot(CONFIRMED)
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({
        code: 'RPC_REDIRECTED',
        context: { method: 'getSlot', httpStatus: status },
      });
      expect(String(error)).toContain(`a redirect (HTTP ${status})`);
      expect(String(error)).toContain('set SOLANA_RPC_URL to the final URL.');
      expect([script.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
    },
  );

  test.each([
    ['data that is not base64', account('1', '%%%')],
    ['lamports beyond 64 bits', account('18446744073709551616')],
    ['an owner that is no key', account('1').replace(key58('program'), 'nobody')],
  ])('refuses an account with %s', async (_case, json) => {
    const script = await node(() => result(`{"context":{"slot":1},"value":[${json}]}`));
    const reading = client(script).getMultipleAccounts([key58('a')], CONFIRMED);
    await expect(reading).rejects.toMatchObject({ code: 'RPC_BAD_ANSWER' });
  });

  test('refuses a page with another number of accounts than it asked for', async () => {
    const script = await node(() => result('{"context":{"slot":1},"value":[null,null]}'));
    const reading = client(script).getMultipleAccounts([key58('a')], CONFIRMED);
    await expect(reading).rejects.toThrow('2 accounts for 1 keys');
  });

  test('reports RPC_UNREACHABLE when nobody listens, without the path of the URL', async () => {
    const script = await node(() => result('1'));
    await script.close();
    nodes.pop();
    const reading = client({ url: `${script.url}/secret-key?api-key=secret` }, { retries: 0 }).getSlot(
      CONFIRMED,
    );
    await expect(reading).rejects.toMatchObject({ code: 'RPC_UNREACHABLE' });
    await expect(reading).rejects.not.toThrow('secret');
  });

  test('names every node that failed, without the paths of their URLs', async () => {
    const scripts = [await node(() => ({ status: 503 })), await node(() => ({ status: 403, body: 'no' }))];
    const hosts = scripts.map(({ url }) => new URL(url).host);
    const url = scripts.map((script) => `${script.url}/secret-key?api-key=secret`);
    const reading = new RpcClient({ url, clock, retries: 0 }).getSlot(CONFIRMED);
    const error = await reading.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'RPC_UNREACHABLE' });
    for (const host of hosts) expect(String(error)).toContain(host);
    expect(String(error)).not.toContain('secret');
  });

  describe('knows whether a block is on the chain', () => {
    const hash = (name: string) => key58(`block ${name}`);
    const block = (name: string, parent: number) =>
      result(`{"parentSlot":${parent},"blockhash":"${hash(name)}","previousBlockhash":"${hash('x')}"}`);
    const skipped = rpcError(-32_007, 'Slot 5 was skipped, or missing due to ledger jump to recent snapshot');
    /** A node with an answer for slot 5, whose next block is at 9. */
    const chain = (five: ScriptedAnswer, parentOfNine = 8) =>
      node(({ method, params }) => {
        if (method === 'getGenesisHash') return result(`"${key58('genesis')}"`);
        if (method === 'getBlocksWithLimit') return result('[9]');
        return params[0] === 5 ? five : block('nine', parentOfNine);
      });
    const asked = { slot: 5n, blockhash: hash('five') };

    test.each([
      ['the same block', block('five', 4), 8, true],
      ['another block', block('other', 4), 8, false],
      ['a skipped slot, which the next block passes over', skipped, 4, false],
      ['a skipped slot, and the next block does not show it', skipped, 8, undefined],
      ['that it was cleaned up', rpcError(-32_001, 'Block 5 cleaned up'), 8, undefined],
      ['nothing', result('null'), 8, undefined],
    ])('from %s', async (_case, five, parentOfNine, expected) => {
      const rpc = client(await chain(five, parentOfNine));
      expect(await rpc.ledger.hasBlock(asked, CONFIRMED)).toBe(expected);
    });

    test.each([
      ['another block', block('other', 4)],
      ['a skipped slot', skipped],
    ])('from the second node, after %s at the first', async (_case, five) => {
      const url = [(await chain(five, 4)).url, (await chain(block('five', 4))).url];
      expect(await new RpcClient({ url, clock }).ledger.hasBlock(asked, CONFIRMED)).toBe(true);
    });
  });

  test('reports RPC_TIMEOUT when no answer comes in time', async () => {
    const script = await node(() => ({ hang: true }));
    const reading = client(script, { timeoutMs: 50, retries: 1 }).getSlot(CONFIRMED);
    await expect(reading).rejects.toMatchObject({ code: 'RPC_TIMEOUT', context: { ms: 50 } });
    // A busy machine may not even send a request within its time, so the waits between attempts are counted.
    expect(slept).toHaveLength(1);
  });

  test('stops asking as soon as the caller gives up', async () => {
    const script = await node(() => ({ hang: true }));
    const controller = new AbortController();
    const reading = client(script).getSlot({ ...CONFIRMED, signal: controller.signal });
    await waitFor(() => script.requests.length === 1, { what: 'the request' });
    controller.abort(new Error('the program ends'));
    await expect(reading).rejects.toThrow('the program ends');
    expect(script.requests).toHaveLength(1);
  });

  test('sends credentials of the URL as a header', async () => {
    const script = await node(() => result('1'));
    const url = new URL(script.url);
    url.username = 'user';
    url.password = 'p@ss';
    await client({ url: url.href }).getSlot(CONFIRMED);
    const basic = Buffer.from('user:p@ss').toString('base64');
    expect(script.requests[0]?.authorization).toBe(`Basic ${basic}`);
  });
});
