import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';
import { ask } from './support/graphql-under-test.ts';

describe('the decimals of a launch’s mints', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
    await under.index.reset();
    under.index
      .launch({ launchId: 7n, slot: 1n })
      .launch({ launchId: 8n, slot: 1n })
      .mint('pledge mint', 6, 2n)
      .mint('launch mint', 9, 4n)
      .coverage('streamed', 1n, 5n);
    await under.index.checkpoint({ slot: 5n });
    api = openApi(under.olap);
    await api.followed.reaches(5n);
  });
  afterAll(async () => {
    await api.stop();
    await under.dispose();
  });

  test('are told with every launch', async () => {
    const { data } = await ask(api, '{ launches { nodes { launchMintDecimals pledgeMintDecimals } } }');
    const known = { launchMintDecimals: 9, pledgeMintDecimals: 6 };
    expect(data.launches.nodes).toEqual([known, known]);
  });

  test('are null at a slot at which the index did not know the mint', async () => {
    const { data } = await ask(
      api,
      '{ launch(launchId: "7", asOfSlot: 3) { launchMintDecimals pledgeMintDecimals } }',
    );
    expect(data.launch).toEqual({ launchMintDecimals: null, pledgeMintDecimals: 6 });
  });
});
