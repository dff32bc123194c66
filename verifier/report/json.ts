import type { VerifierFailure } from '../failure.ts';
import { launchFields, walletFields } from './fields.ts';
import { allHold, type Subject, subjectFields, type Verdict } from './report.ts';

/** Amounts are decimal strings; slots, counts and Unix seconds are JSON integers, exact at any size. */
export function jsonReport(subject: Subject, verdict: Verdict): string {
  const { state, checks, wallet } = verdict;
  return toJson({
    ...subjectFields(subject),
    slot: state.slot,
    block_time: state.blockTime ?? null,
    launch: {
      ...launchFields(subject.key, state),
      launch_mint_decimals: state.launchMintDecimals ?? null,
      pledge_mint_decimals: state.pledgeMintDecimals ?? null,
    },
    checks,
    ...(wallet ? { wallet: walletFields(wallet) } : {}),
    ok: allHold(verdict),
  });
}

/** The report of a run that verified nothing: `subject` is missing if the command line was refused. */
export function jsonFailure(subject: Subject | undefined, { kind, message, slot }: VerifierFailure): string {
  return toJson({
    ...(subject ? subjectFields(subject) : {}),
    slot: slot ?? null,
    launch: null,
    checks: [],
    ok: false,
    error: { kind, detail: message },
  });
}

/** JSON of two-space indent in which a bigint is a JSON integer, which `JSON.stringify` refuses to write. */
export function toJson(value: unknown, indent = ''): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => toJson(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${toJson(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indent}${close}`;
}
