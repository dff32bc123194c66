import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from './support/mirror-under-test.ts';
import { NaiveIndex } from './support/naive-index.ts';
import { anyBatch, NEWEST_SLOT, writeBatch } from './support/random-index.ts';
import { oneAnswer, openDoors, type Transports } from './support/transports/all.ts';
import { anyQuestion, nextPage, type Question } from './support/transports/question.ts';

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

  async function open(): Promise<Transports> {
    api = openApi(under.olap);
    await api.followed.reaches(NEWEST_SLOT);
    return openDoors(api);
  }

  test('is given at every API, field by field and digit by digit, now and at every past slot, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyBatch, { minLength: 1, maxLength: 3 }),
        fc.array(anyQuestion, { minLength: 30, maxLength: 30 }),
        async (batches, questions) => {
          await under.index.reset();
          under.index.coverage('streamed', 3n, NEWEST_SLOT).coverage('lost', 20n, 22n).slot(9n, 500n);
          for (const batch of batches) await writeBatch(under.index, batch, new NaiveIndex());
          const transports = await open();
          for (const question of questions) await expectOneAnswer(transports, question);
          await api?.stop();
          api = undefined;
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  });
});

async function expectOneAnswer(transports: Transports, asked: Question): Promise<void> {
  let question: Question | undefined = asked;
  for (let page = 0; question !== undefined && page < MOST_PAGES; page++) {
    question = nextPage(question, await oneAnswer(transports, question));
  }
}
