import type { LaunchState } from '../chain/read-launch.ts';
import type { Pubkey } from '../codec/base58.ts';
import type { MirrorAnswer } from '../mirror/answer.ts';
import { expectedLaunch, expectedSettlement, type MirrorSubject, walletLinks } from '../mirror/expected.ts';
import { compareFigures, type Expected, type Figure } from '../mirror/figures.ts';
import { comparePledges } from '../mirror/pledges.ts';
import type { MirrorClaim } from '../mirror/read.ts';
import { walletFields } from '../report/fields.ts';
import type { Check } from '../report/report.ts';
import { shown } from '../report/shown.ts';
import { walletReport } from '../report/wallet.ts';

/**
 * Compares every figure of the mirror with the chain, both at the slot of `state`. A mirror without an answer fails each
 * check with the reason.
 */
export function mirrorChecks(
  subject: MirrorSubject,
  state: LaunchState,
  { detail, pledges }: MirrorClaim,
  wallet: Pubkey | undefined,
): readonly Check[] {
  const now = typeof detail === 'string' ? state.blockTime : mirrorTime(detail);
  const expected = expectedLaunch(subject, state, now);
  const compare = (name: string, value: Expected, served: (answer: MirrorAnswer) => unknown, within = '') =>
    typeof detail === 'string'
      ? unanswered(name, compareFigures(value, undefined, within), detail)
      : figuresCheck(name, compareFigures(value, served(detail), within), state.slot);
  const launch = ({ launch: served }: MirrorAnswer) => served;
  const { total_pledged, pledger_count, source, accounts, terms, balances } = expected;
  const checks = [
    compare('total_pledged', { total_pledged }, launch),
    compare('pledger_count', { pledger_count }, launch),
    statusCheck(expected, detail, state.slot),
    compare('source', source, (answer) => answer.source, 'source'),
    compare('accounts', accounts, launch),
    compare('terms', terms, launch),
    compare('balances', balances, launch),
    compare('settlement', expectedSettlement(state, now), (answer) => answer.settlement, 'settlement'),
  ];
  if (wallet !== undefined) {
    const fields = walletFields(walletReport(state, subject.key, wallet, now));
    const links = walletLinks(fields);
    const absent = { explorer: links, allocation: undefined, refund: undefined };
    checks.push(compare('wallet', { ...absent, ...fields }, (answer) => answer.wallet, 'wallet'));
  }
  const rows = typeof pledges === 'string' ? pledges : comparePledges(state, pledges);
  checks.push(
    typeof rows === 'string' ? unanswered('pledges', [], rows) : figuresCheck('pledges', rows, state.slot),
  );
  return checks;
}

/**
 * The mirror's own time. Its unlocked figures are checked at that time, and the time itself against the block's: a wrong
 * clock fails only the check of the clock.
 */
function mirrorTime({ source }: MirrorAnswer): bigint | undefined {
  const time = typeof source.slot_time === 'string' ? Date.parse(source.slot_time) : Number.NaN;
  return Number.isNaN(time) ? undefined : BigInt(Math.floor(time / 1000));
}

/** Name and code of the status are one figure. */
function statusCheck(
  { status, status_code }: { readonly status: string; readonly status_code: number },
  detail: MirrorAnswer | string,
  slot: number,
): Check {
  const expected = `${status} (${status_code})`;
  if (typeof detail === 'string') {
    return unanswered('status', [{ name: '', expected, actual: '', equal: false }], detail);
  }
  const { launch } = detail;
  const equal = launch.status === status && launch.status_code === status_code;
  const actual = `${shown(launch.status)} (${shown(launch.status_code)})`;
  return figuresCheck('status', [{ name: 'status', expected, actual, equal }], slot);
}

/** One figure is shown directly; of several, the first that differs, by name. */
function figuresCheck(name: string, figures: readonly Figure[], slot: number): Check {
  const wrong = figures.filter(({ equal }) => !equal);
  const [first = figures[0]] = wrong;
  const base = { name: `rest_mirror_${name}`, ok: wrong.length === 0 };
  const where = `the chain against the mirror, both at slot ${slot}`;
  if (figures.length === 1 && first) {
    return { ...base, expected: first.expected, actual: first.actual, detail: where };
  }
  const all = `${figures.length} figures`;
  if (wrong.length === 0 || !first) return { ...base, expected: all, actual: 'all equal', detail: where };
  return {
    ...base,
    expected: `${first.name} ${first.expected}`,
    actual: first.actual,
    detail: `${wrong.length} of ${all} differ; ${where}`,
  };
}

function unanswered(name: string, figures: readonly Figure[], why: string): Check {
  const [first] = figures;
  const expected = figures.length === 1 && first ? first.expected : `${figures.length} figures`;
  return { name: `rest_mirror_${name}`, ok: false, expected, actual: 'no answer', detail: why };
}
