import { COMPUTE_BUDGET_PROGRAM_ID, type PlainInstruction } from '../../../idl/spl-instructions.ts';

const SET_UNIT_PRICE = 3;
const UNIT_PRICE_BYTES = 9;

export const isBudget = ({ program }: PlainInstruction): boolean => program === COMPUTE_BUDGET_PROGRAM_ID;

/** Micro-lamports; 0 if they set none. The unit limit is measured where the transaction is assembled. */
export function unitPriceOf(budget: readonly PlainInstruction[]): bigint {
  const price = budget.find(
    (one) => isBudget(one) && one.data[0] === SET_UNIT_PRICE && one.data.length === UNIT_PRICE_BYTES,
  );
  return price === undefined ? 0n : Buffer.from(price.data).readBigUInt64LE(1);
}
