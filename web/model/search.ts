import type { Found } from '../../schemas/rest/search.ts';
import { KEY, LAUNCH_ID, SIGNATURE } from './keys.ts';

/** What was typed, if it can name something on the chain: the API decides exactly. */
export function searchable(typed: string): string | undefined {
  const text = typed.trim();
  const number = text.replace(/^(launch\s*)?#?\s*/i, '');
  if (LAUNCH_ID.test(number)) return number;
  return KEY.test(text) || SIGNATURE.test(text) ? text : undefined;
}

const KINDS: Readonly<Record<Found['kind'], string>> = {
  launch: 'Launch',
  launch_mint: 'Token of launch',
  pledge_mint: 'Pledge token of launch',
  authority: 'Authority of launch',
  escrow_token_account: 'Escrow of launch',
  launch_vault: 'Vault of launch',
  pledge: 'Pledge in launch',
  wallet: 'Wallet with pledges',
  transaction: 'Transaction of launch',
};

/** A result in a few words: `Token of launch 7`. */
export function foundText({
  kind,
  launchId,
}: {
  readonly kind: Found['kind'];
  readonly launchId: bigint | null;
}): string {
  return launchId === null ? KINDS[kind] : `${KINDS[kind]} ${launchId}`;
}
