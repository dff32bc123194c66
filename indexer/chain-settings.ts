import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { SettingName, Settings } from '../core/kernel/settings/schema.ts';
import type { RewardAccounts } from './model/reward-accounts.ts';

/** The settings that following any program requires. */
export interface StreamSettings {
  readonly endpoint: string;
  readonly xToken: string | undefined;
  /** Of one node, or of several in the order of preference. */
  readonly rpcUrls: readonly string[];
}

/** The settings that following the launches requires. */
export interface ChainSettings extends StreamSettings {
  readonly programId: string;
}

const REMEDIES = {
  YELLOWSTONE_ENDPOINT: 'the http:// or https:// URL of a Yellowstone gRPC server',
  SOLANA_RPC_URL: 'the URL of a Solana JSON-RPC node, or several separated by commas',
  ESCROW_PROGRAM_ID: 'the address of the escrow program',
} as const satisfies Partial<Record<SettingName, string>>;

/** @throws SETTING_MISSING naming the first unset one. */
export function requireChain(settings: Settings, command: string): ChainSettings {
  const endpoint = required(settings, 'YELLOWSTONE_ENDPOINT', command);
  return { endpoint, xToken: settings.YELLOWSTONE_X_TOKEN, ...requireNode(settings, command) };
}

/** @throws SETTING_MISSING naming the first unset one. */
export function requireStream(settings: Settings, command: string): StreamSettings {
  const endpoint = required(settings, 'YELLOWSTONE_ENDPOINT', command);
  const rpcUrls = required(settings, 'SOLANA_RPC_URL', command);
  return { endpoint, xToken: settings.YELLOWSTONE_X_TOKEN, rpcUrls };
}

/** Settings of a command that uses a node but no stream. @throws SETTING_MISSING */
export function requireNode(
  settings: Settings,
  command: string,
): Pick<ChainSettings, 'rpcUrls' | 'programId'> {
  return {
    rpcUrls: required(settings, 'SOLANA_RPC_URL', command),
    programId: required(settings, 'ESCROW_PROGRAM_ID', command),
  };
}

function required<Name extends keyof typeof REMEDIES>(
  settings: Settings,
  name: Name,
  command: string,
): NonNullable<Settings[Name]> {
  const value = settings[name];
  if (value !== undefined) return value;
  const remedy = `set it to ${REMEDIES[name]}, or try the local chain with \`launchlens up --demo\``;
  throw new LaunchlensError('SETTING_MISSING', { name, command, remedy });
}

/** Accounts that are followed for the reward ledger. */
export function rewardAccounts({ REWARD_MINT, TREASURY_TOKEN_ACCOUNT }: Settings): RewardAccounts {
  return { mint: REWARD_MINT, treasury: TREASURY_TOKEN_ACCOUNT };
}
