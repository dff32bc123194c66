import { expect } from 'vitest';
import { McpUnderTest } from '../../mcp/support/mcp-under-test.ts';
import type { ApiUnderTest } from '../mirror-under-test.ts';
import { sortedFields } from './exact-json.ts';
import { graphqlTransport } from './graphql.ts';
import { mcpTransport } from './mcp.ts';
import type { Question, Transport, TransportAnswer } from './question.ts';
import { restTransport } from './rest.ts';

export type Transports = readonly [rest: Transport, mcp: Transport, graphql: Transport];

export async function openDoors(api: ApiUnderTest): Promise<Transports> {
  const { client } = await (await McpUnderTest.listen(api)).connect({ 'x-service-profile': 'text' });
  // From here on the client holds every answer against its tool's output schema.
  await client.listTools();
  return [restTransport(api), mcpTransport(client), graphqlTransport(api)];
}

/** What REST answers, once the others have given the same. */
export async function oneAnswer([rest, ...others]: Transports, question: Question): Promise<TransportAnswer> {
  const answer = await rest.ask(question);
  for (const other of others) {
    const compared = other.name === 'GraphQL' ? fieldByField : asItIs;
    const given = compared(await other.ask(question));
    expect(given, `${other.name} on ${JSON.stringify(question)}`).toEqual(compared(answer));
  }
  return answer;
}

/** REST and MCP give the same bytes, and REST its status for the code. */
function asItIs(answer: TransportAnswer): TransportAnswer {
  if ('json' in answer) return answer;
  const { refused, status } = answer;
  return { refused, status };
}

/** In GraphQL the client says in which order it wants the fields. */
function fieldByField(answer: TransportAnswer): TransportAnswer {
  return 'json' in answer ? { json: sortedFields(answer.json) } : asItIs(answer);
}
