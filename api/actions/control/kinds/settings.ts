import { z } from 'zod';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { nearest } from '../../../../core/kernel/nearest.ts';
import {
  counterparties,
  country,
  permissionMode,
  type SpendingLimitRecord,
  SWITCH_STATE_NAMES,
  spendingLimits,
  type WalletPolicyRecord,
  walletPolicy,
} from '../../../../schemas/rest/wallet-control.ts';
import { counterpartiesRecord, limitsRecord, policyRecord } from '../../../state/control/columns.ts';
import type { WalletControl } from '../../../state/control/wallet-control.ts';
import type { KnownNames, SettingKind } from './kind.ts';

/** The parts of an owner's control, one kind each. Payloads are as on the wire. */

function setting<Payload>(kind: SettingKind<Payload>): SettingKind<Payload> {
  return kind;
}

export const switchKind = setting({
  name: 'switch',
  title: 'a change to the switch that lets agents act',
  payload: z.strictObject({ switch: z.enum(SWITCH_STATE_NAMES) }),
  lines: (payload) => [`Switch: ${payload.switch}`],
  next: (held, payload) => ({ ...held, switchState: payload.switch }),
  holdsAlready: (held, payload) => held.switchState === payload.switch,
});

export const permissionModeKind = setting({
  name: 'permission_mode',
  title: 'a change to what agents may do without asking you',
  payload: z.strictObject({ permission_mode: permissionMode }),
  lines: ({ permission_mode: mode }) => [`Permission Mode: ${mode}`, MODES[mode]],
  next: (held, { permission_mode: mode }) => ({ ...held, mode }),
});

const MODES = {
  observe: 'Agents cannot propose anything.',
  propose: 'Agents propose, and you approve each intent.',
  delegate: 'Intents within your policy and limits are approved without asking you.',
} as const;

export const policyKind = setting({
  name: 'wallet_policy',
  title: 'a change to your wallet policy',
  payload: walletPolicy,
  lines: (policy) => [
    `Allowed Tools: ${listed(policy.allowed_tools)}`,
    `Denied Tools: ${listed(policy.denied_tools)}`,
    `Allowed Mints: ${listed(policy.allowed_mints)}`,
    `Allowed Venues: ${listed(policy.allowed_venues)}`,
    `Registered Counterparties Only: ${policy.counterparties_only ? 'yes' : 'no'}`,
  ],
  next: (held, policy) => ({ ...held, policy: policyRecord.parse(policy) }),
  requireKnown: requireKnownNames,
});

export const limitsKind = setting({
  name: 'trading_limits',
  title: 'a change to your spending limits',
  payload: z.strictObject({ limits: spendingLimits }),
  lines: ({ limits }) => (limits.length === 0 ? ['Limits: none'] : limits.map(limitLine)),
  next: (held, { limits }) => ({ ...held, limits: limitsRecord.parse(limits) }),
});

export const counterpartiesKind = setting({
  name: 'counterparties',
  title: 'a change to your registered counterparties',
  payload: z.strictObject({ counterparties }),
  lines: ({ counterparties: set }) =>
    set.length === 0
      ? ['Counterparties: none']
      : set.map(({ address, label }) => `Counterparty: ${address} (${label})`),
  next: (held, { counterparties: set }) => ({ ...held, counterparties: counterpartiesRecord.parse(set) }),
});

export const jurisdictionKind = setting({
  name: 'jurisdiction',
  title: 'a change to your declared country',
  payload: z.strictObject({ country }),
  lines: (payload) => [`Country: ${payload.country}`],
  next: (held, payload) => ({ ...held, jurisdiction: payload.country }),
});

export function limitLine({ mint, per_intent, per_day }: SpendingLimitRecord): string {
  return `Limit: ${mint}, ${most(per_intent)} per intent, ${most(per_day)} per day`;
}

function most(bound: string | null): string {
  return bound === null ? 'no limit' : `at most ${bound} base units`;
}

function listed(names: readonly string[] | null): string {
  if (names === null) return 'any';
  return names.length === 0 ? 'none' : names.join(', ');
}

interface Listing {
  readonly name: string;
  readonly of: 'tool' | 'venue';
  readonly given: readonly string[] | null;
  /** Names already in the owner's policy: an earlier version may have known them. */
  readonly held: readonly string[] | null;
  readonly known: readonly string[];
}

/** @throws POLICY_NAME_UNKNOWN, POLICY_NAME_KEPT */
function requireKnownNames(
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
