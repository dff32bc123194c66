import { describe, expect, test } from 'vitest';
import {
  atSlot,
  explained,
  launchText,
  settlementText,
  walletText,
} from '../../../../api/actions/reads/texts.ts';
import { TOOLS } from '../../../../api/mcp/tools/all.ts';
import { detailExample } from '../../../../schemas/rest/examples.ts';

const { source, launch, settlement, wallet } = detailExample;
if (!settlement || !wallet) throw new Error('the example is of a settled launch with a wallet');
const facts = { source, first_slot: 10, lost: [], coverage: [], newest_audit: null };

describe('an answer in words', () => {
  test('says where it stands', () => {
    expect(atSlot(source)).toBe('at slot 1042 (confirmed, 1 slot behind the chain)');
    expect(atSlot({ ...source, lag_slots: 0 })).toBe('at slot 1042 (confirmed, level with the chain)');
  });

  test('says amounts in base units, digit by digit', () => {
    expect(launchText({ ...launch, total_pledged: '18446744073709551615', pledger_count: 1 })).toBe(
      'Launch 7 is succeeded: 1 wallet pledged 18446744073709551615 pledge-mint base units (minimum 2000000000, maximum 5000000000).',
    );
  });

  test('admits what is unknown without a block time', () => {
    const { release } = settlement;
    if (!release || !wallet.allocation) throw new Error('the example has a schedule');
    const timeless = { ...settlement, release: { ...release, unlocked_bps: null } };
    expect(settlementText(timeless)).toContain('how much is unlocked is unknown');
    const allocation = { ...wallet.allocation, unlocked: null, claimable: null };
    expect(walletText({ ...wallet, allocation })).toContain('how much is claimable is unknown');
  });

  test('says shares of a basis point exactly', () => {
    const { release } = settlement;
    if (!release) throw new Error('the example has a schedule');
    const said = settlementText({ ...settlement, release: { ...release, unlocked_bps: 3333 } });
    expect(said).toContain('33.33 % unlocked');
  });

  test('tells a refund that is owed from one that was paid', () => {
    const { allocation: _allocation, ...plain } = wallet;
    const refund = (refunded: boolean) => walletText({ ...plain, refund: { amount: '5', refunded } });
    expect(refund(true)).toContain('it was refunded');
    expect(refund(false)).toContain('not refunded so far');
  });
});

describe('the state of the source in words', () => {
  test('is honest about what was not proven', () => {
    const unproven = explained({ ...facts, source: { ...source, verified_slot: null } });
    expect(unproven.verification).toBe('The whole index was not proven equal to the chain so far.');

    const digest = '0'.repeat(64);
    const newest_audit = {
      slot: 1040,
      launch_id: null,
      verdict: 'different' as const,
      accounts: 12,
      differences: 2,
      chain_digest: digest,
      index_digest: digest,
      detail: '',
      started_at: source.indexed_at,
      finished_at: source.indexed_at,
    };
    expect(explained({ ...facts, newest_audit }).verification).toBe(
      'The whole index was proven equal to the chain at slot 1000, 42 slots before the slot of this answer. The newest audit, at slot 1040, compared 12 accounts: different.',
    );
  });

  test('names the newest of many lost ranges and counts the rest', () => {
    const lost = [1, 3, 5, 7, 9].map((slot) => ({ from_slot: slot, to_slot: slot }));
    expect(explained({ ...facts, lost }).coverage).toBe(
      'Any slot from 10 to 1042 can be asked for except those lost: 5 to 5, 7 to 7, 9 to 9 and 2 earlier ranges.',
    );
  });

  test('says when nothing of the past can be asked for', () => {
    expect(explained({ ...facts, first_slot: null }).coverage).toContain('no past slot can be asked for');
  });

  test('says that a list is empty', () => {
    const listing = TOOLS.find(({ name }) => name === 'list_intents');
    expect(listing?.serving.textOf({ results: [], has_more: false })).toBe('No intents.');
  });
});
