import { readMessage } from '../../../api/mcp/http/read-message.ts';
import { mutated } from '../support/mutate.ts';
import { jsonText, mutatedJson } from '../support/mutate-json.ts';
import type { Random } from '../support/random.ts';
import { accepted, type FuzzTarget, hold } from '../support/target.ts';

const REFUSALS = ['MCP_BODY_MALFORMED', 'MCP_BATCH_REFUSED', 'MCP_MESSAGE_MALFORMED'];
const TOOLS = ['get_ilo_details', 'list_launches', 'list_pledges', 'verify_account', 'nope', '__proto__'];

/** Bodies of MCP requests: one message, or a refusal in the protocol's own terms. */
export const mcpMessages: FuzzTarget = {
  name: 'mcp-messages',
  feeds: 'bodies of MCP requests to the reader of messages',
  share: 0.2,
  good: 'read',
  start: () => ({
    feed: (random) => {
      const body = bodyOf(random);
      const read = accepted(() => readMessage(body), REFUSALS);
      if ('refused' in read) return read.refused;
      const { jsonrpc } = JSON.parse(body.toString()) as { jsonrpc: unknown };
      hold(jsonrpc === '2.0' && read.value.jsonrpc === '2.0', 'a message says what it is', () =>
        body.toString(),
      );
      return 'read';
    },
  }),
};

export function mcpMessage(random: Random): unknown {
  const id = random.pick([1, 'a', 2 ** 53 - 1, 0]);
  const called = {
    name: random.pick(TOOLS),
    arguments: {
      launch_id: random.pick(['1', '0', `${random.u64()}`]),
      limit: random.below(300),
      cursor: random.text(20),
    },
    _meta: { progressToken: random.below(9) },
  };
  return random.pick([
    { jsonrpc: '2.0', id, method: 'tools/call', params: called },
    { jsonrpc: '2.0', id, method: 'tools/list', params: {} },
    { jsonrpc: '2.0', id, method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
    { jsonrpc: '2.0', id, result: {} },
    { jsonrpc: '2.0', id, error: { code: -32_600, message: 'no' } },
  ]);
}

function bodyOf(random: Random): Buffer {
  const message = mcpMessage(random);
  if (random.once(8)) return Buffer.from(`${'['.repeat(random.below(3_000))}${jsonText(message)}`);
  if (random.once(8)) return mutated(Buffer.from(jsonText(message)), random);
  return random.once(8)
    ? random.bytes(random.below(99))
    : Buffer.from(random.once(4) ? jsonText(message) : mutatedJson(message, random));
}
