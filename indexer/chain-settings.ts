import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { SettingName, Settings } from '../core/kernel/settings/schema.ts';

/** The settings without which no chain can be followed. */
export interface ChainSettings {
  readonly endpoint: string;
  readonly xToken: string | undefined;
  readonly rpcUrl: string;
  readonly programId: string;
}

const REMEDIES = {
  YELLOWSTONE_ENDPOINT: 'the http:// or https:// URL of a Yellowstone gRPC server',
  SOLANA_RPC_URL: 'the URL of a Solana JSON-RPC node',
  ESCROW_PROGRAM_ID: 'the address of the escrow program',
} as const satisfies Partial<Record<SettingName, string>>;

/** @throws SETTING_MISSING naming the first that is not set. */
export function requireChain(settings: Settings, command: string): ChainSettings {
  const required = <Name extends keyof typeof REMEDIES>(name: Name): string => {
    const value = settings[name];
    if (value !== undefined) return value;
    const remedy = `set it to ${REMEDIES[name]}, or try the local chain with \`launchlens up --demo\``;
    throw new LaunchlensError('SETTING_MISSING', { name, command, remedy });
  };
  return {
    endpoint: required('YELLOWSTONE_ENDPOINT'),
    xToken: settings.YELLOWSTONE_X_TOKEN,
    rpcUrl: required('SOLANA_RPC_URL'),
    programId: required('ESCROW_PROGRAM_ID'),
  };
}
