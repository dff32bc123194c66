import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { redactText } from '../../core/kernel/logger.ts';
import type { Check, CheckContext, Finding } from './check.ts';
import { coverageCheck } from './coverage.ts';
import { factsCheck } from './facts.ts';
import { programCheck, rpcCheck } from './rpc.ts';
import { yellowstoneCheck } from './yellowstone.ts';

const CHECKS: readonly Check[] = [rpcCheck, programCheck, yellowstoneCheck, factsCheck, coverageCheck];
const CHECK_MS = 30_000;

export interface DoctorOptions extends Omit<CheckContext, 'signal'> {
  readonly print: (line: string) => void;
}

/** Runs every check, one line each at most, with the remedy; true when all is well. */
export async function runChecks({ print, ...context }: DoctorOptions): Promise<boolean> {
  let healthy = true;
  for (const check of CHECKS) {
    const finding = await examine(check, { ...context, signal: AbortSignal.timeout(CHECK_MS) });
    if (!finding) continue;
    healthy &&= finding.ok;
    print(redactText(renderFinding(check.name, finding)));
  }
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

export function renderFinding(name: string, finding: Finding): string {
  const line = `${finding.ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(16)}  ${finding.detail}`;
  return finding.ok ? line : `${line} -> ${finding.remedy}`;
}
