import { idleProgram } from '../../api/venues/jupiter/venue.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { redactText } from '../../core/kernel/redact.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { demoDirectory, findOperator } from '../operator/call.ts';
import type { ProgramFlags } from '../programs/options.ts';
import type { Check, CheckContext, Finding } from './check.ts';
import { askCoverage, coverageCheck, describeCoverage } from './coverage.ts';
import { programsBeside, programsFor } from './programs.ts';
import { rewardMintCheck, treasuryCheck } from './rewards.ts';
import { programCheck, rpcCheck } from './rpc.ts';
import { decisionsCheck, factsCheck } from './stores.ts';
import { yellowstoneCheck } from './yellowstone.ts';

/** Whether neither a chain nor a store is configured. */
function hasNoChain(settings: Settings): boolean {
  const { SOLANA_RPC_URL, YELLOWSTONE_ENDPOINT, ESCROW_PROGRAM_ID, CLICKHOUSE_URL } = settings;
  return [SOLANA_RPC_URL, YELLOWSTONE_ENDPOINT, ESCROW_PROGRAM_ID, CLICKHOUSE_URL].every(
    (setting) => setting === undefined,
  );
}

/** Undefined if no demo runs in this directory. */
const demoCheck: Check = {
  name: 'demo',
  run: async ({ settings, signal }) => {
    const operator = await findOperator(settings.DATA_DIR);
    if (operator?.dataDir !== demoDirectory(settings.DATA_DIR)) return undefined;
    const report = (await askCoverage(operator, signal)) ?? null;
    const { detail, ...rest } = describeCoverage(report, settings);
    const { pid, started_at: since, dataDir } = operator;
    return {
      ...rest,
      detail: `it runs as pid ${pid} since ${since} with its store in ${dataDir}: ${detail}`,
    };
  },
};

/** While only the demo runs, a missing setting is not a failure but the next step. */
const FOR_A_CHAIN_OF_ONES_OWN: readonly Check[] = [rpcCheck, programCheck, yellowstoneCheck].map(asHint);

function asHint({ name, run }: Check): Check {
  return {
    name,
    run: async (context) => {
      const finding = await run(context);
      if (finding?.remedy === undefined) return finding;
      return { ...finding, ok: true, remedy: `for a chain of your own, ${finding.remedy}` };
    },
  };
}

/** Reports whether swaps can distinguish tokenized equities from other tokens. */
export const equitiesCheck: Check = {
  name: 'equity tokens',
  run: async ({ settings }) => {
    const { JUPITER_API_URL: jupiter, VENUE_STAKING_URL: staking, EQUITY_MINTS: mints } = settings;
    if (jupiter === undefined && staking === undefined) return undefined;
    if (mints !== undefined) return { ok: true, detail: `EQUITY_MINTS names ${mints.length}` };
    return {
      ok: false,
      detail: 'swaps are configured without EQUITY_MINTS, so owners in any country can swap equity tokens',
      remedy: 'set EQUITY_MINTS to the mints of tokenized equities, or to none',
    };
  },
};

/** Reports a program of Jupiter that is named and not used. */
export const jupiterCheck: Check = {
  name: 'Jupiter programs',
  run: async ({ settings }) => {
    const { JUPITER_PROGRAMS: programs } = settings;
    if (programs === undefined) return undefined;
    const idle = idleProgram(settings);
    if (idle === undefined) return { ok: true, detail: `JUPITER_PROGRAMS names ${programs.length}` };
    return { ok: false, detail: idle, remedy: 'set it as docs/venues.md says, or leave the program out' };
  },
};

const CHECKS: readonly Check[] = [
  rpcCheck,
  programCheck,
  yellowstoneCheck,
  factsCheck,
  coverageCheck,
  decisionsCheck,
  rewardMintCheck,
  treasuryCheck,
  equitiesCheck,
  jupiterCheck,
];
const CHECK_MS = 30_000;

export interface DoctorOptions extends Omit<CheckContext, 'signal' | 'programs'> {
  /** Which programs are followed. */
  readonly flags?: ProgramFlags;
  readonly print: (line: string) => void;
  /** Whether each line is JSON, for programs. */
  readonly json?: boolean;
}

/** Runs every check and prints at most one line for each, with the remedy; true if all passed. */
export async function runChecks(options: DoctorOptions): Promise<boolean> {
  const { print, json = false, flags = {}, ...session } = options;
  const render = json ? renderJson : renderLine;
  const { programs, checks } = await programsFor(session, flags);
  const context = { ...session, programs };
  const healthOf = async (check: Check): Promise<boolean | undefined> => {
    const finding = await examine(check, { ...context, signal: AbortSignal.timeout(CHECK_MS) });
    if (finding) print(render(check.name, redacted(finding)));
    return finding?.ok;
  };
  const demo = hasNoChain(context.settings) ? await healthOf(demoCheck) : undefined;
  let healthy = demo ?? true;
  const beside = await programsBeside({ ...context, signal: AbortSignal.timeout(CHECK_MS) });
  const all = [...(demo === undefined ? [...CHECKS, ...checks] : FOR_A_CHAIN_OF_ONES_OWN), ...beside];
  for (const check of all) healthy = ((await healthOf(check)) ?? true) && healthy;
  return healthy;
}

async function examine(check: Check, context: CheckContext): Promise<Finding | undefined> {
  try {
    return await check.run(context);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const known = error instanceof LaunchlensError;
    return { ok: false, detail, remedy: known ? `see ${error.code} in docs/errors.md` : 'see the message' };
  }
}

function redacted(finding: Finding): Finding {
  const detail = redactText(finding.detail);
  return finding.remedy === undefined
    ? { ...finding, detail }
    : { ...finding, detail, remedy: redactText(finding.remedy) };
}

function renderLine(name: string, finding: Finding): string {
  const { detail, remedy } = finding;
  const mark = { ok: 'ok  ', hint: 'hint', failed: 'FAIL' }[statusOf(finding)];
  const line = `${mark}  ${name.padEnd(16)}  ${detail}`;
  return remedy === undefined ? line : `${line} -> ${remedy}`;
}

function renderJson(name: string, finding: Finding): string {
  const { detail, remedy = null } = finding;
  return JSON.stringify({ check: name, status: statusOf(finding), detail, remedy });
}

function statusOf({ ok, remedy }: Finding): 'ok' | 'hint' | 'failed' {
  if (!ok) return 'failed';
  return remedy === undefined ? 'ok' : 'hint';
}
