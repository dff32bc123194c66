import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readUnreadable } from '../../../api/read/unreadable.ts';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { accountDiscriminator } from '../../../idl/discriminators.ts';
import { launchAddress, pledgeAddress } from '../../../idl/pda.ts';
import { keyOf, pubkeyOf, TEST_PROGRAM } from '../../support/index-builder.ts';
import { type IndexUnderTest, openApi, openIndex, showSlot } from '../support/mirror-under-test.ts';

const program = pubkeyBytes(TEST_PROGRAM);
const LAUNCHES = '/api/v1/ilo/launches/';

describe('what could not be read at a slot', () => {
  let under: IndexUnderTest;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(async () => {
    await under.dispose();
  });
  beforeEach(() => under.index.reset());

  const read = (slot: bigint, { revision = under.index.revision + 1n, most = 10 } = {}) =>
    readUnreadable(under.olap.reader, { slot, revision, program: TEST_PROGRAM, most });
  /** How many accounts could not be read at each of slots 1 to 9. */
  async function counts(): Promise<number[]> {
    const slots = Array.from({ length: 9 }, (_, index) => BigInt(index + 1));
    const found = await Promise.all(slots.map((slot) => read(slot)));
    return found.map((unreadable) => unreadable?.count ?? 0);
  }

  test('is every account from the first write on that no layout explains up to the next that one does', async () => {
    under.index.launch({ launchId: 1n, slot: 2n }).unreadable({ launchId: 1n, slot: 4n });
    await under.index.checkpoint({ slot: 5n });
    under.index.unreadable({ launchId: 1n, slot: 6n });
    await under.index.checkpoint({ slot: 7n });
    under.index.launch({ launchId: 1n, slot: 8n });
    await under.index.checkpoint({ slot: 9n });
    expect(await counts()).toEqual([0, 0, 0, 1, 1, 1, 1, 0, 0]);
    const found = await read(7n);
    const [address, since] = [pubkeyFromBytes(launchAddress(program, 1n)), 4n];
    expect(() => found?.requireLaunch(1n)).toThrow(
      expect.objectContaining({ code: 'ACCOUNT_UNREADABLE', context: { address, since, slot: 7n } }),
    );
  });

  test('is in no batch above the revision asked for', async () => {
    under.index.launch({ launchId: 1n, slot: 2n });
    await under.index.checkpoint({ slot: 3n });
    const { revision } = under.index;
    under.index.unreadable({ launchId: 1n, slot: 3n });
    await under.index.writeWithoutCheckpoint();
    expect(await read(5n, { revision })).toBeUndefined();
    expect((await read(5n, { revision: revision + 1n }))?.count).toBe(1);
  });

  test('is what an anchor stands above all the same, since it repeats an older state', async () => {
    under.index.launch({ launchId: 1n, slot: 2n }).unreadable({ launchId: 1n, slot: 4n });
    under.index.launch({ launchId: 1n, slot: 6n, changedSlot: 2n });
    await under.index.checkpoint({ slot: 9n });
    expect(await counts()).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1]);
  });

  test('is no account that ended before it was written in another form, nor one that then ended', async () => {
    under.index.pledge({ launchId: 1n, pledger: 'a', slot: 2n }).pledge({
      ...{ launchId: 1n, pledger: 'a', slot: 3n, closed: true },
    });
    // Without lamports: an end of which nobody could say what it ended
    under.index.unreadable({ launchId: 1n, pledger: 'a', slot: 4n, lamports: 0n });
    under.index.unreadable({ launchId: 7n, slot: 4n, lamports: 0n });
    await under.index.checkpoint({ slot: 9n });
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // An end of one that could be read is refused, since its rows do not tell of it
    under.index.launch({ launchId: 2n, slot: 2n }).unreadable({ launchId: 2n, slot: 9n, lamports: 0n });
    await under.index.checkpoint({ slot: 9n });
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1]);
    // And so is one that is there again in a form that no layout explains
    under.index.unreadable({ launchId: 1n, pledger: 'a', slot: 6n });
    await under.index.checkpoint({ slot: 9n });
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 2]);
  });

  test('is an account that could be read by whoever owns it now, and one that never could by its program alone', async () => {
    under.index.launch({ launchId: 1n, slot: 1n }).launch({ launchId: 2n, slot: 1n });
    under.index.tokenAccount({ launchId: 1n, role: 'escrow', slot: 1n });
    under.index.unreadable({ launchId: 1n, role: 'escrow', slot: 2n, owner: 'token program' });
    under.index.unreadable({ launchId: 8n, slot: 2n, owner: 'another program' });
    under.index.unreadable({ launchId: 9n, slot: 2n });
    await under.index.checkpoint({ slot: 3n });
    const found = await read(3n);
    expect([found?.count, found?.launchIds]).toEqual([1, [1n]]);
    // A balance is shown with the launch
    expect([found?.hides(1n), found?.hides(2n)]).toEqual([true, false]);
    expect(() => found?.requireNoLaunch(9n)).toThrow(/is unreadable at slot 3/);
    expect(() => found?.requireNoLaunch(8n)).not.toThrow();
  });

  test('counts accounts that never could be read where they say that they are a LaunchConfig or a Pledge', async () => {
    const data = (name: string) => Buffer.concat([accountDiscriminator(name), Buffer.alloc(200)]);
    under.index
      .unreadable({ launchId: 7n, slot: 2n, data: data('LaunchConfig') })
      .unreadable({ launchId: 7n, pledger: 'a', slot: 3n, data: data('Pledge') })
      .unreadable({ launchId: 8n, slot: 3n, data: data('Treasury') });
    await under.index.checkpoint({ slot: 9n });
    expect(await counts()).toEqual([0, 1, 2, 2, 2, 2, 2, 2, 2]);
  });

  test('of a wallet is told by its own Pledges', async () => {
    under.index
      .pledge({ launchId: 3n, pledger: 'a', slot: 1n })
      .pledge({ launchId: 3n, pledger: 'b', slot: 1n });
    under.index.unreadable({ launchId: 3n, pledger: 'a', slot: 2n });
    await under.index.checkpoint({ slot: 3n });
    const found = await read(3n);
    const address = pubkeyFromBytes(pledgeAddress(program, 3n, keyOf('a')));
    expect(() => found?.requireWallet(pubkeyOf('a'))).toThrow(address);
    expect(() => found?.requirePledge(3n, pubkeyOf('a'))).toThrow(address);
    expect(() => found?.requirePledges(3n)).toThrow(address);
    expect(() => found?.requireWallet(pubkeyOf('b'))).not.toThrow();
    expect(() => found?.requireLaunch(3n)).not.toThrow();
    expect([found?.hides(3n), found?.launchIds]).toEqual([false, [3n]]);
  });

  test('is refused as a whole where it is more than is kept apart, and what was held before goes on', async () => {
    for (const launchId of [1n, 2n, 3n]) under.index.launch({ launchId, slot: 1n });
    under.index.coverage('snapshot', 1n, 1n);
    await under.index.checkpoint({ slot: 2n });
    const most = 2;
    const api = openApi(under.olap, {}, {}, { mostUnreadable: most }, { mostUnreadable: most });
    try {
      await api.followed.reaches(2n);
      // As many as are kept apart are named, one by one
      for (const launchId of [1n, 2n]) under.index.unreadable({ launchId, slot: 3n });
      await showSlot(under, api, 4n);
      expect((await api.get(`${LAUNCHES}?as_of_slot=3`)).json.source.unreadable_accounts).toBe(2);
      expect((await api.get('/ready')).json).toMatchObject({ status: 'ready', unreadable_accounts: 2 });
      // And no rows of theirs are exported
      const { mirror } = api.context;
      const stamp = await mirror.stampAt(undefined);
      expect(() => mirror.pledgeRows(stamp, 1n)).toThrow(/is unreadable at slot 4/);
      expect(() => mirror.pledgeRows(stamp, 3n)).not.toThrow();
      // With one more the newest state stays where it was, under its own slot
      under.index.unreadable({ launchId: 3n, slot: 5n });
      await under.index.checkpoint({ slot: 6n });
      await api.followed.fails();
      expect((await api.get(LAUNCHES)).json.source.last_indexed_slot).toBe(4);
      expect(await api.get('/ready')).toMatchObject({
        status: 503,
        json: { code: 'failing', detail: expect.stringContaining('ACCOUNTS_UNREADABLE') },
      });
      await expect(read(6n, { most })).rejects.toMatchObject({ code: 'ACCOUNTS_UNREADABLE', status: 503 });
      // Once one of them can be read, it goes on
      under.index.launch({ launchId: 3n, slot: 7n });
      await showSlot(under, api, 8n);
      const past = await api.get(`${LAUNCHES}?as_of_slot=6`);
      expect([past.status, past.json.detail]).toEqual([503, expect.stringContaining('More than 2 accounts')]);
      expect((await api.get('/ready')).status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});
