import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';

const QUERY = 'query ($id: BigUint!) { launch(launchId: $id) { launchId } }';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const persisted = (sha256Hash: unknown, version: unknown = 1) => ({
  persistedQuery: { version, sha256Hash },
});

describe('a document that is named by its hash', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(() => under.dispose());
  beforeEach(async () => {
    await under.index.reset();
    under.index.launch({ launchId: 7n, slot: 1n }).launch({ launchId: 8n, slot: 1n });
    await under.index.checkpoint({ slot: 1n });
    api = openApi(under.olap);
    await api.followed.reaches(1n);
  });
  afterEach(() => api.stop());

  async function post(payload: object) {
    const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
    const { statusCode, body } = await api.app.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: JSON.stringify(payload),
    });
    const { data, errors } = JSON.parse(body);
    return { status: statusCode, data, code: errors?.[0]?.extensions.code };
  }

  test('is answered once its text was sent along, with the variables of each request', async () => {
    const extensions = persisted(sha256(QUERY));
    const ask = (id: string, text = {}) => post({ ...text, extensions, variables: { id } });

    expect(await ask('7')).toMatchObject({ status: 400, code: 'PERSISTED_QUERY_NOT_FOUND' });
    expect(await ask('7', { query: QUERY })).toMatchObject({
      status: 200,
      data: { launch: { launchId: '7' } },
    });
    expect(await ask('8')).toMatchObject({ status: 200, data: { launch: { launchId: '8' } } });
  });

  test('is never put in the place of another one', async () => {
    const other = '{ launch(launchId: 8) { launchId } }';
    const extensions = persisted(sha256(other));

    expect(await post({ query: QUERY, extensions })).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    expect(await post({ extensions })).toMatchObject({ status: 400, code: 'PERSISTED_QUERY_NOT_FOUND' });
  });

  test('does not change how a request is refused that is none', async () => {
    const extensions = persisted(sha256(QUERY));
    for (const body of [
      { query: 5, extensions },
      { query: {}, extensions },
      [],
      'text',
      5,
      { extensions: 'x' },
    ]) {
      expect(await post(body as object)).toMatchObject({ status: 400 });
    }
  });

  test.each([
    ['no hash', persisted(undefined)],
    ['a hash that is none', persisted('zz')],
    ['a name of the prototype', persisted('constructor')],
    ['another version', persisted(sha256(QUERY), 2)],
    ['a number', { persistedQuery: 1 }],
  ])('is refused with %s', async (_what, extensions) => {
    expect(await post({ extensions })).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    expect(await post({ query: QUERY, extensions })).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });
});
