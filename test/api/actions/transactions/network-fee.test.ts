import { expect, test } from 'vitest';
import { networkFee } from '../../../../api/actions/transactions/fee.ts';
import type { ReadInstruction } from '../../../../api/actions/transactions/message.ts';
import { MEMO_PROGRAM_IDS, SYSTEM_PROGRAM_ID } from '../../../../idl/programs.ts';
import { COMPUTE_BUDGET_PROGRAM_ID } from '../../../../idl/spl-instructions.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';

const signers = [pubkeyOf('owner')];
const instruction = (program: ReadInstruction['program'], data = new Uint8Array()): ReadInstruction => ({
  ...{ program, accounts: [], data },
});
const [transfer, memo] = [instruction(SYSTEM_PROGRAM_ID), instruction(MEMO_PROGRAM_IDS[0])];
const limit = (units: number, more = 0) => {
  const data = Buffer.alloc(5 + more);
  data[0] = 2;
  data.writeUInt32LE(units, 1);
  return instruction(COMPUTE_BUDGET_PROGRAM_ID, data);
};
const price = (microLamports: bigint) => {
  const data = Buffer.alloc(9);
  data[0] = 3;
  data.writeBigUInt64LE(microLamports, 1);
  return instruction(COMPUTE_BUDGET_PROGRAM_ID, data);
};

test.for<[string, readonly ReadInstruction[], bigint]>([
  ['a signature alone', [transfer], 5_000n],
  ['a limit without a price', [limit(1_000_000), transfer], 5_000n],
  ['price and limit, rounded up', [limit(200_001), price(5_000_000n), transfer], 5_000n + 1_000_005n],
  ['less than a lamport', [limit(1), price(1n), transfer], 5_001n],
  ['a limit with bytes behind it, which the network ignores', [limit(1_000, 3), price(1_000_000n)], 6_000n],
  ['no more units than a transaction has', [limit(4_000_000), price(1_000_000n)], 5_000n + 1_400_000n],
  ['an allowance for each instruction', [price(1_000_000n), transfer, memo], 5_000n + 206_000n],
])('the network charges for %s', ([, instructions, fee]) => {
  expect(networkFee({ signers, instructions })).toBe(fee);
});
