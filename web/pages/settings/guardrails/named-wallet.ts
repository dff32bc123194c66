import { counterparty } from '../../../../schemas/rest/wallet-control.ts';
import type { Counterparty } from '../../../model/guardrails/parts.ts';

/** As typed, trimmed. */
export const namedWallet = ({ address, label }: Counterparty): Counterparty => ({
  ...{ address: address.trim(), label: label.trim() },
});

/** What is wrong with each field. */
export function wrongNamed(wallet: Counterparty): Partial<Counterparty> {
  const issues = counterparty.safeParse(wallet).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), `It has to be ${message}.`]));
}
