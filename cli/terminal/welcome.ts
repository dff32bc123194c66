import type { Settings } from '../../core/kernel/settings/schema.ts';
import type { Program } from '../../idl/anchor/program.ts';

export interface WelcomeOptions {
  readonly apiUrl: string;
  readonly settings: Settings;
  /** The programs that are followed besides the launches, which are followed where ESCROW_PROGRAM_ID is set. */
  readonly programs: readonly Program[];
  /** Where facts and decisions are kept, in words. */
  readonly stores: { readonly facts: string; readonly decisions: string };
  readonly logFile: string | undefined;
  readonly demo: boolean;
}

type Row = readonly [name: string, value: string];

/** The first screen: the addresses, and a command or two to try. */
export function welcome(options: WelcomeOptions): string {
  const { apiUrl, settings, programs, stores, logFile, demo } = options;
  const { SOLANA_RPC_URL: rpcUrls = [], ESCROW_PROGRAM_ID: launches } = settings;
  const chain = `${rpcUrls.join(', ')} (JSON-RPC), ${settings.YELLOWSTONE_ENDPOINT} (gRPC)`;
  const rows: readonly Row[] = [
    ['explorer', `${apiUrl}/${launches === undefined ? 'programs' : ''} (opens in a browser)`],
    ...(launches === undefined ? [] : launchAddresses(apiUrl)),
    ...programs.map(
      (program): Row => [program.name, `${listingOf(program, apiUrl)} (program ${program.address})`],
    ),
    ['reference', `${apiUrl}/docs`],
    ['GraphQL', `${apiUrl}/graphql (opens GraphiQL in a browser)`],
    ['MCP', `${apiUrl}/mcp`],
    ['readiness', `${apiUrl}/ready`],
    [demo ? 'local chain' : 'chain', chain],
    ['facts', stores.facts],
    ['decisions', stores.decisions],
    ...(logFile === undefined ? [] : [['log', logFile] as const]),
  ];
  const tries = [
    ...(launches === undefined ? [] : launchTries(apiUrl, demo ? rpcUrls[0] : undefined)),
    ...programs.slice(0, 1).flatMap(programTries),
  ];
  return [
    '',
    '  Launchlens is running. Press Ctrl-C to stop it.',
    '',
    ...rows.map(line),
    '',
    ...tries.map(line),
    ...programs.flatMap(keptAsBytes).map(line),
    '',
    '',
  ].join('\n');
}

function launchAddresses(apiUrl: string): readonly Row[] {
  const rewards = `${apiUrl}/api/v1/user-rewards/summary/ and history/`;
  return [
    ['REST', `${apiUrl}/api/v1/ilo/status/`],
    ['rewards', `${rewards}, once signed in by ${apiUrl}/api/v1/auth/`],
  ];
}

/** Where the accounts of its first type are listed, or all programs if it has none that decode. */
function listingOf({ name, types: [first] }: Program, apiUrl: string): string {
  const programs = `${apiUrl}/api/v1/programs/`;
  return first ? `${programs}${name}/accounts/${first.name}/` : programs;
}

/** @param demoRpc the node of the demo, which has something to check and rewards to show */
function launchTries(apiUrl: string, demoRpc: string | undefined): readonly Row[] {
  const read: Row = ['Try it:', `curl -sSf ${apiUrl}/api/v1/ilo/launches/1/`];
  if (demoRpc === undefined) return [read];
  const verifier = 'verify-ilo-settlement.mjs';
  const verify = `curl -O -sSf ${apiUrl}/${verifier} && node ${verifier} --launch-id 1 --rpc ${demoRpc} --api ${apiUrl}`;
  const rewards = `export $(node docs/examples/sign-in.mjs ${apiUrl}/api/v1 demo) && curl -sSf ${apiUrl}/api/v1/user-rewards/history/ -H "Authorization: Bearer $TOKEN"`;
  return [read, ['Check it:', verify], ['See rewards:', rewards]];
}

function programTries({ name, database, types: [first] }: Program): readonly Row[] {
  const audit: Row = ['Audit it:', `npm exec launchlens -- audit --program ${name}`];
  if (!first) return [audit];
  const query = `SELECT * FROM ${database}.${first.view} LIMIT 5`;
  return [[`Query ${name}:`, `npm exec launchlens -- sql "${query}"`], audit];
}

/** One line for each type of account that the IDL describes too badly to decode. */
function keptAsBytes({ name, refused }: Program): readonly Row[] {
  return refused.map((type): Row => {
    const { path, reason } = type.refusal.context;
    return ['Kept as bytes:', `${type.name} of ${name}, because of ${path}: ${reason}`];
  });
}

function line([name, value]: Row): string {
  return `  ${name.padEnd(LABEL_WIDTH - 1)} ${value}`;
}

/** Longer names keep one space. */
const LABEL_WIDTH = 14;
