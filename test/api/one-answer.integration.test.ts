import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { McpUnderTest } from './mcp/support/mcp-under-test.ts';
import { sortedFields } from './support/doors/exact-json.ts';
import { graphqlDoor } from './support/doors/graphql-door.ts';
import { mcpDoor } from './support/doors/mcp-door.ts';
import {
  anyQuestion,
  type Door,
  type DoorAnswer,
  nextPage,
  type Question,
} from './support/doors/question.ts';
import { restDoor } from './support/doors/rest-door.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from './support/mirror-under-test.ts';
import { NaiveIndex } from './support/naive-index.ts';
import { anyBatch, NEWEST_SLOT, writeBatch } from './support/random-index.ts';

const MOST_PAGES = 40;

describe('one answer', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest | undefined;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterEach(async () => {
    await api?.stop();
    api = undefined;
  });
  afterAll(async () => {
    await under.dispose();
  });

  async function openDoors(): Promise<[Door, ...Door[]]> {
    api = openApi(under.olap);
    await api.followed.reaches(NEWEST_SLOT);
    const { client } = await (await McpUnderTest.listen(api)).connect();
    await client.listTools();
    return [restDoor(api), mcpDoor(client), graphqlDoor(api)];
  }

  test('is given at every door, field by field and digit by digit, now and at every past slot, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyBatch, { minLength: 1, maxLength: 3 }),
        fc.array(anyQuestion, { minLength: 30, maxLength: 30 }),
        async (batches, questions) => {
          await under.index.reset();
          under.index.coverage('streamed', 3n, NEWEST_SLOT).coverage('lost', 20n, 22n).slot(9n, 500n);
          for (const batch of batches) await writeBatch(under.index, batch, new NaiveIndex());
          const doors = await openDoors();
          for (const question of questions) await expectOneAnswer(doors, question);
          await api?.stop();
          api = undefined;
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  }, 120_000);
});

async function expectOneAnswer([first, ...others]: [Door, ...Door[]], asked: Question): Promise<void> {
  let question: Question | undefined = asked;
  for (let page = 0; question !== undefined && page < MOST_PAGES; page++) {
    const answer = await first.ask(question);
    for (const other of others) {
      const compared = other.name === 'GraphQL' ? fieldByField : asItIs;
      const given = compared(await other.ask(question));
      expect(given, `${other.name} on ${JSON.stringify(question)}`).toEqual(compared(answer));
    }
    question = nextPage(question, answer);
  }
}

/** REST and MCP give the same bytes. */
function asItIs(answer: DoorAnswer): DoorAnswer {
  return answer;
}

/** In GraphQL the client says in which order it wants the fields. */
function fieldByField(answer: DoorAnswer): DoorAnswer {
  return 'json' in answer ? { json: sortedFields(answer.json) } : answer;
}
