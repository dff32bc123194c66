import { describe, expect, test } from 'vitest';
import type { Instruction } from '../../../../api/actions/intents/draft.ts';
import { checkedTransaction } from '../../../../api/actions/venues/check-transaction.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { MEMO_PROGRAM_IDS, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../../idl/programs.ts';
import { COMPUTE_BUDGET_PROGRAM_ID } from '../../../../idl/spl-instructions.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { memo, role, transactionOf } from '../../venues/chain-of.ts';
import { ALLOWED, afterwards, owner, ROLES, refusal, TRANSACTION, thief } from './venue-transactions.ts';

const [lending, other] = [pubkeyOf('the lending program'), pubkeyOf('another program')];
const call = (program: Pubkey, data: Uint8Array = Uint8Array.of(9)): Instruction => ({
  ...{ program, accounts: ROLES, data },
});
const system = (tag: number): Instruction => {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(tag);
  const accounts = [role(owner, { signer: true }), role(thief)];
  return { program: SYSTEM_PROGRAM_ID, accounts, data };
};
const deposit = {
  ...ALLOWED,
  callsProgram: true,
  programs: [lending],
  programsSetting: 'VENUE_LENDING_PROGRAMS',
};
const checked = (instructions: readonly Instruction[], allowed = deposit) =>
  checkedTransaction(afterwards(), transactionOf(owner, instructions), allowed);

describe('the programs of a venue', () => {
  test('may be called, with the common ones beside them', async () => {
    const both = { ...deposit, programs: [other, lending] };
    for (const passed of [
      await checked([memo(ROLES), system(2), call(lending)]),
      await checked([call(lending), call(other)], both),
    ]) {
      expect(passed.message.length).toBeGreaterThan(0);
    }
  });

  test('are the only ones beside the common ones', async () => {
    expect(await refusal(checked([call(lending), call(other)]))).toBe(
      `it calls the program ${other}, which VENUE_LENDING_PROGRAMS does not name`,
    );
    expect(await refusal(checked([call(lending)], { ...deposit, programs: [] }))).toContain('does not name');
  });

  test('have to be called where nothing else shows that the venue takes part', async () => {
    const reason = 'it calls no program that VENUE_LENDING_PROGRAMS names';
    expect(await refusal(checked([memo(ROLES), system(2)]))).toBe(reason);
    expect(await refusal(checked([memo(ROLES)], { ...deposit, programs: [] }))).toBe(reason);

    await checked([memo(ROLES)], { ...deposit, callsProgram: false });
    await checked([memo(ROLES)], { ...deposit, programs: [MEMO_PROGRAM_IDS[1]] });
  });

  test.for([SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID, COMPUTE_BUDGET_PROGRAM_ID])(
    'are not %s, which every transaction may call, also where the setting names it',
    async (program) => {
      const named = { ...deposit, programs: [program] };
      expect(await refusal(checkedTransaction(afterwards(), TRANSACTION, named))).toContain(
        'calls no program',
      );
    },
  );
});

test.for([
  ['assigns an account', 1],
  ['withdraws from a nonce account', 5],
  ['gives a nonce account away', 7],
  ['allocates data', 8],
  ['assigns a derived account', 10],
  ['takes from a derived account', 11],
] as const)('an instruction that %s is none for a venue to give', async ([, tag]) => {
  expect(await refusal(checked([system(tag), call(lending)]))).toContain('system program');
});
