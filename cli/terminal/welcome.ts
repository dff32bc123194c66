import type { Settings } from '../../core/kernel/settings/schema.ts';

export interface WelcomeOptions {
  readonly apiUrl: string;
  readonly settings: Settings;
  /** Where facts and decisions are kept, in words. */
  readonly stores: { readonly facts: string; readonly decisions: string };
  readonly logFile: string | undefined;
  readonly demo: boolean;
}

/** The first screen: the addresses, and one command to try. */
export function welcome({ apiUrl, settings, stores, logFile, demo }: WelcomeOptions): string {
  const { SOLANA_RPC_URL: rpcUrls = [] } = settings;
  const rows: readonly (readonly [string, string])[] = [
    ['explorer', `${apiUrl}/ (opens in a browser)`],
    ['REST', `${apiUrl}/api/v1/ilo/status/`],
    [
      'rewards',
      `${apiUrl}/api/v1/user-rewards/summary/ and history/, once signed in by ${apiUrl}/api/v1/auth/`,
    ],
    ['reference', `${apiUrl}/docs`],
    ['GraphQL', `${apiUrl}/graphql (opens GraphiQL in a browser)`],
    ['MCP', `${apiUrl}/mcp`],
    ['readiness', `${apiUrl}/ready`],
    [
      demo ? 'local chain' : 'chain',
      `${rpcUrls.join(', ')} (JSON-RPC), ${settings.YELLOWSTONE_ENDPOINT} (gRPC)`,
    ],
    ['facts', stores.facts],
    ['decisions', stores.decisions],
    ...(logFile === undefined ? [] : [['log', logFile] as const]),
  ];
  const verifier = 'verify-ilo-settlement.mjs';
  const verify = `curl -O -sSf ${apiUrl}/${verifier} && node ${verifier} --launch-id 1 --rpc ${rpcUrls[0]} --api ${apiUrl}`;
  const rewards = `export $(node docs/examples/sign-in.mjs ${apiUrl}/api/v1 demo) && curl -sSf ${apiUrl}/api/v1/user-rewards/history/ -H "Authorization: Bearer $TOKEN"`;
  return [
    '',
    '  Launchlens is running. Press Ctrl-C to stop it.',
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`),
    '',
    `  Try it:       curl -sSf ${apiUrl}/api/v1/ilo/launches/1/`,
    ...(demo ? [`  Check it:     ${verify}`, `  See rewards:  ${rewards}`] : []),
    '',
    '',
  ].join('\n');
}
