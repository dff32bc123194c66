import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';

let url = '';

describe('GraphQL over HTTP, by its audit suite', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
    await under.index.reset();
    await under.index.checkpoint({ slot: 5n });
    api = openApi(under.olap);
    await api.followed.reaches(5n);
    url = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
  });
  afterAll(async () => {
    await api.stop();
    await under.dispose();
  });

  test.for(serverAudits({ url: () => url }))('$id $name', async (audit) => {
    const outcome = await audit.fn();
    const reason = 'reason' in outcome ? outcome.reason : undefined;
    expect({ status: outcome.status, reason }).toEqual({ status: 'ok', reason: undefined });
  });
});
