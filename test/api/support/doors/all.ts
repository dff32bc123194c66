import { expect } from 'vitest';
import { McpUnderTest } from '../../mcp/support/mcp-under-test.ts';
import type { ApiUnderTest } from '../mirror-under-test.ts';
import { sortedFields } from './exact-json.ts';
import { graphqlDoor } from './graphql-door.ts';
import { mcpDoor } from './mcp-door.ts';
import type { Door, DoorAnswer, Question } from './question.ts';
import { restDoor } from './rest-door.ts';

export type Doors = readonly [rest: Door, mcp: Door, graphql: Door];

export async function openDoors(api: ApiUnderTest): Promise<Doors> {
  const { client } = await (await McpUnderTest.listen(api)).connect();
  // From here on the client holds every answer against its tool's output schema.
  await client.listTools();
  return [restDoor(api), mcpDoor(client), graphqlDoor(api)];
}

/** What REST answers, once the others have given the same. */
export async function oneAnswer([rest, ...others]: Doors, question: Question): Promise<DoorAnswer> {
  const answer = await rest.ask(question);
  for (const other of others) {
    const compared = other.name === 'GraphQL' ? fieldByField : asItIs;
    const given = compared(await other.ask(question));
    expect(given, `${other.name} on ${JSON.stringify(question)}`).toEqual(compared(answer));
  }
  return answer;
}

/** REST and MCP give the same bytes, and REST its status for the code. */
function asItIs(answer: DoorAnswer): DoorAnswer {
  if ('json' in answer) return answer;
  const { refused, status } = answer;
  return { refused, status };
}

/** In GraphQL the client says in which order it wants the fields. */
function fieldByField(answer: DoorAnswer): DoorAnswer {
  return 'json' in answer ? { json: sortedFields(answer.json) } : asItIs(answer);
}
