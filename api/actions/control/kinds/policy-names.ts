import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { nearest } from '../../../../core/kernel/nearest.ts';
import type { WalletPolicyRecord } from '../../../../schemas/rest/wallet-control.ts';
import type { WalletControl } from '../../../state/control/wallet-control.ts';
import type { KnownNames } from './kind.ts';

interface Listing {
  /** The member of the policy. */
  readonly name: string;
  readonly of: 'tool' | 'venue';
  readonly given: readonly string[] | null;
  /** Names already in the owner's policy: an earlier version may have known them. */
  readonly held: readonly string[] | null;
  readonly known: readonly string[];
}

/** @throws POLICY_NAME_UNKNOWN, POLICY_NAME_KEPT */
export function requireKnownNames(
  { policy: held }: Pick<WalletControl, 'policy'>,
  policy: WalletPolicyRecord,
  { tools, venueNames }: KnownNames,
): void {
  const ofTools = { of: 'tool', known: [...tools.keys()] } as const;
  const { allowed_tools, denied_tools, allowed_venues } = policy;
  requireKnown({ ...ofTools, name: 'allowed_tools', given: allowed_tools, held: held.allowedTools });
  requireKnown({ ...ofTools, name: 'denied_tools', given: denied_tools, held: held.deniedTools });
  const ofVenues = { of: 'venue', known: venueNames } as const;
  requireKnown({ ...ofVenues, name: 'allowed_venues', given: allowed_venues, held: held.allowedVenues });
  const tool = denied_tools.find((denied) => tools.get(denied)?.stopsAgents);
  if (tool !== undefined) throw new LaunchlensError('POLICY_NAME_KEPT', { name: 'denied_tools', tool });
}

function requireKnown({ name, of, given, held, known }: Listing): void {
  const names = new Set(known);
  const unknown = given?.find((one) => !names.has(one) && !held?.includes(one));
  if (unknown === undefined) return;
  const suggestion = nearest(unknown, names) ?? '';
  throw new LaunchlensError('POLICY_NAME_UNKNOWN', { name, of, given: unknown, nearest: suggestion });
}
