import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SharedChain } from '../../../api/actions/shared-chain.ts';
import type { ChainAccount } from '../../../api/read/chain/reader.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';
import { ask } from './support/graphql-under-test.ts';

const ESCROW = pubkeyOf('escrow 7');
const QUERY = `{ verifyAccount(address: "${ESCROW}") {
  source { lastIndexedSlot } pubkey kind equal slot
  indexed { exists owner lamports data } chain { exists owner lamports data }
  differences { field indexed chain }
} }`;

describe('verifyAccount', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  let held: ChainAccount['held'];
  const chain: SharedChain = { inTurn: (work) => work(), account: async () => ({ slot: 5n, held }) };
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(() => under.dispose());
  beforeEach(async () => {
    held = undefined;
    await under.index.reset();
    under.index
      .launch({ launchId: 7n, slot: 1n })
      .tokenAccount({ launchId: 7n, role: 'escrow', slot: 2n, amount: 9n, closed: true })
      .coverage('streamed', 1n, 5n);
    await under.index.checkpoint({ slot: 5n });
    api = openApi(under.olap, {}, { chain });
    await api.followed.reaches(5n);
  });
  afterEach(() => api.stop());

  test('says what REST says of the same account', async () => {
    const { data, source } = await ask(api, QUERY);
    const { json } = await api.get(`/api/v1/ilo/accounts/${ESCROW}/verification/`);

    const { source: atSlot, ...verification } = data.verifyAccount;
    expect(json).toMatchObject(verification);
    expect(verification).toMatchObject({ kind: 'escrow', equal: true, slot: 5, differences: [] });
    expect([atSlot.lastIndexedSlot, source.lastIndexedSlot]).toEqual([5, 5]);
  });

  test('reads the chain anew at every question', async () => {
    expect((await ask(api, QUERY)).data.verifyAccount.equal).toBe(true);
    held = { owner: pubkeyOf('token program'), lamports: 1n, data: Buffer.alloc(165) };
    expect((await ask(api, QUERY)).data.verifyAccount).toMatchObject({
      equal: false,
      differences: [{ field: 'exists', indexed: 'false', chain: 'true' }],
    });
  });

  test('fails alone for a key that the index does not keep', async () => {
    const query = `{ verifyAccount(address: "${pubkeyOf('somebody')}") { equal } launch(launchId: "7") { launchId } }`;
    const { status, data, errors } = await ask(api, query);
    expect([status, data]).toEqual([200, { verifyAccount: null, launch: { launchId: '7' } }]);
    expect(errors?.map(({ extensions: { code } }) => code)).toEqual(['ACCOUNT_NOT_INDEXED']);
  });

  test('is refused where one request asks for too many', async () => {
    const fields = Array.from(
      { length: 11 },
      (_, at) => `a${at}: verifyAccount(address: "${ESCROW}") { equal }`,
    );
    const { errors } = await ask(api, `{ ${fields.join(' ')} }`);
    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining('50000') });
  });
});
