import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { associatedTokenAddress, type PlainInstruction } from '../../../idl/spl-instructions.ts';
import { onlyCall, u64At } from './order-terms.ts';
import { u64 } from './swap-terms.ts';

export const LEND_PROGRAM_ID = parsePubkey('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9');

export const lendDeposit = z.object({ market: z.string(), mint: pubkeyText, amount: u64 });
export type LendDeposit = z.output<typeof lendDeposit>;

/** Shares are what is given. */
export const lendWithdrawal = z.object({
  input_mint: pubkeyText,
  output_mint: pubkeyText,
  amount: u64,
  minimum_out: u64,
});
export type LendWithdrawal = z.output<typeof lendWithdrawal>;

/** The first eight bytes of an instruction, by the program's IDL: without and with a minimum as a second argument. */
const DEPOSIT = ['f223c68952e1f2b6', '74901061766d2877'];
const REDEEM = ['b80c569546c461e1', 'ebbded38a6b4b895'];

/** Whether it deposits this amount of a mint, and the shares go to the owner's own account. */
export function deposits(
  instructions: readonly PlainInstruction[],
  { mint, amount }: LendDeposit,
  { owner, shareMint }: { readonly owner: Pubkey; readonly shareMint: Pubkey },
): boolean {
  const own = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].map((program) =>
    associatedTokenAddress(owner, shareMint, program),
  );
  return onlyCall(instructions, LEND_PROGRAM_ID, ({ data, address }) => {
    const recipient = address(2);
    const named = address(0) === owner && address(3) === mint && address(6) === shareMint;
    return (
      isTagged(data, DEPOSIT) && u64At(data, 8) === amount && named && own.some((one) => one === recipient)
    );
  });
}

/** Whether it gives exactly these shares back. What comes in for them is seen when it is simulated. */
export function redeems(
  instructions: readonly PlainInstruction[],
  { input_mint, output_mint, amount }: LendWithdrawal,
  owner: Pubkey,
): boolean {
  return onlyCall(instructions, LEND_PROGRAM_ID, ({ data, address }) => {
    const named = address(0) === owner && address(5) === output_mint && address(6) === input_mint;
    return isTagged(data, REDEEM) && u64At(data, 8) === amount && named;
  });
}

function isTagged(data: Buffer, tags: readonly string[]): boolean {
  return tags.includes(data.subarray(0, 8).toString('hex'));
}
