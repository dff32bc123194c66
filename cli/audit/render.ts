import { counted } from '../../core/kernel/counted.ts';
import type { AuditReport, AuditStepLine } from '../../schemas/cli/audit-report.ts';

/** The most differing accounts shown to a person; `--json` lists them all. */
const SHOWN = 20;

/** An audit report for people, a few lines long. */
export function renderReport(report: AuditReport): string {
  const { slot, verdict, reason } = report;
  const lines = [
    `${subjectOf(report)} against the chain at slot ${slot.toLocaleString('en-US')}`,
    row('verdict', reason === null ? verdict.toUpperCase() : `${verdict.toUpperCase()}: ${reason}`),
  ];
  if (verdict === 'failed') return text(lines);
  return text([
    ...lines,
    row('accounts', report.accounts.toLocaleString('en-US')),
    row('chain', `sha256 ${report.chain_digest}`),
    row('index', `sha256 ${report.index_digest}`),
    ...slicedRows(report),
    ...invariantRows(report),
    ...paidRows(report),
    ...differenceRows(report),
  ]);
}

function subjectOf({ launch_id, program }: AuditReport): string {
  if (program !== null) return `Every account of ${program}`;
  return launch_id === null ? 'The whole index' : `Launch ${launch_id}`;
}

/** What is being done, in a few words. */
export function renderStep({ step, slot, requests }: AuditStepLine): string {
  if (requests) return `reading the chain in slices: ${requests.done} of ${requests.of}…`;
  const at = slot === null ? '' : ` at slot ${slot.toLocaleString('en-US')}`;
  const says = {
    reading: 'reading the chain',
    waiting: 'waiting for the index to cover the reading',
    comparing: 'comparing',
    confirming: 'rereading what differs',
    repairing: 'repairing',
  } as const;
  return `${says[step]}${at}…`;
}

function slicedRows({ in_slices, started_at, finished_at }: AuditReport): string[] {
  if (!in_slices) return [];
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1_000;
  const took = `${in_slices.requests.toLocaleString('en-US')} requests in ${seconds.toFixed(1)} s`;
  return [row('slices', `${took}; ${counted(in_slices.bracketed, 'account')} changed meanwhile`)];
}

function invariantRows({ invariants }: AuditReport): string[] {
  if (!invariants) return [];
  const { launches, broken, surpluses } = invariants;
  const count = counted(launches, 'launch', 'launches');
  const rows = [row('escrows', broken.length === 0 ? `${count}, every invariant holds` : `${count}`)];
  for (const launch of broken) {
    const found = [
      `pledges ${launch.pledges} of ${launch.pledger_count}`,
      `sum ${launch.sum_of_pledges} of ${launch.total_pledged}`,
      `escrow ${launch.escrow_balance} of ${launch.escrow_required}`,
    ].join(', ');
    rows.push(
      row(
        '',
        `launch ${launch.launch_id} (${launch.status}) breaks ${launch.invariants.join(', ')}: ${found}`,
      ),
    );
  }
  for (const { launch_id, surplus } of surpluses.slice(0, SHOWN))
    rows.push(row('', `launch ${launch_id} holds ${surplus} more than it owes; the origin is unknown`));
  return rows;
}

function paidRows({ paid_facts }: AuditReport): string[] {
  if (!paid_facts) return [];
  const { checked, facts, judged, unjudged, differences } = paid_facts;
  const said = `${counted(facts, 'payment')} reported, ${judged} checked, ${unjudged} not`;
  const rows = [row('rewards', said)];
  if (differences.length > 0) rows.push(row('', `${differences.length} without a matching transfer`));
  else if (judged > 0) rows.push(row('', `${judged} matched by treasury transfers`));
  if (!checked && facts > 0) rows.push(row('', 'TREASURY_TOKEN_ACCOUNT and REWARD_MINT are not both set'));
  else if (unjudged > 0) rows.push(row('', `${unjudged} unknown to both the index and the node`));
  for (const { record_id, tx_signature } of differences.slice(0, SHOWN))
    rows.push(row('', `record ${record_id}: ${tx_signature} does not pay it out of the treasury`));
  return rows;
}

function differenceRows({ differences, repaired_accounts }: AuditReport): string[] {
  if (differences.length === 0) return [];
  const rows = [row('differing', `${counted(differences.length, 'account')}, ${repaired_accounts} repaired`)];
  for (const { account, kind, launch_id, fields } of differences.slice(0, SHOWN)) {
    rows.push(
      row('', launch_id === null ? `${kind} ${account}` : `${kind} ${account} of launch ${launch_id}`),
    );
    for (const { field, indexed, chain } of fields)
      rows.push(row('', `  ${field}: indexed ${indexed ?? 'nothing'}, chain ${chain ?? 'nothing'}`));
  }
  if (differences.length > SHOWN) rows.push(row('', `and ${differences.length - SHOWN} more (--json)`));
  return rows;
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(11)}${value}`;
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
