import { redactedUrl } from '../chain/http.ts';
import type { LaunchState } from '../chain/read-launch.ts';
import { formatAmount, formatTime } from './fields.ts';
import { columns, type Palette } from './palette.ts';
import type { Check } from './report.ts';
import { allHold, type Subject, type Verdict } from './report.ts';
import type { WalletReport } from './wallet.ts';

export function humanReport(subject: Subject, verdict: Verdict, palette: Palette): string {
  const { state, checks, wallet } = verdict;
  const sections = [
    header(subject, state, palette),
    checkLines(checks, palette),
    ...(wallet ? [walletLines(wallet, state, palette)] : []),
    [finalLine(verdict, palette)],
  ];
  return sections.map((lines) => lines.join('\n')).join('\n\n');
}

function header({ cluster, rpc, commitment, key }: Subject, state: LaunchState, palette: Palette): string[] {
  const { config, slot, blockTime, pledgeMintDecimals: decimals } = state;
  const time = blockTime === undefined ? 'time unknown' : formatTime(blockTime);
  const amount = (value: bigint) => formatAmount(value, decimals);
  const wallets = config.pledger_count === 1 ? 'wallet' : 'wallets';
  return [
    palette.strong(`Launch ${key.launchId} on ${cluster}: ${config.statusName}`),
    ...columns([
      ['slot', `${slot} (${commitment}), ${time}`],
      ['rpc', redactedUrl(rpc)],
      ['program', key.programId],
      ['LaunchConfig', key.addresses.launchConfig],
      ['raised', `${amount(config.total_pledged)} from ${config.pledger_count} ${wallets}`],
      ['raise', `at least ${amount(config.min_raise)}, at most ${amount(config.max_raise)}`],
      ['escrow', balance(state.escrowBalance, decimals)],
      ['vault', balance(state.vaultBalance, state.launchMintDecimals)],
    ]),
  ];
}

function balance(amount: bigint | undefined, decimals: number | undefined): string {
  return amount === undefined ? 'no account' : formatAmount(amount, decimals);
}

function checkLines(checks: readonly Check[], palette: Palette): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks.flatMap(({ name, ok, expected, actual, detail }) => [
    `${ok ? palette.good('OK  ') : palette.bad('FAIL')}  ${name.padEnd(width)}  expected ${expected}, found ${actual}`,
    palette.faint(`      ${detail}`),
  ]);
}

function walletLines(wallet: WalletReport, state: LaunchState, palette: Palette): string[] {
  const pledged = formatAmount(wallet.pledged, state.pledgeMintDecimals);
  const when = wallet.pledged_ts === null ? 'no Pledge account' : formatTime(wallet.pledged_ts);
  const rows: [string, string][] = [
    ['pledge account', wallet.pledge_address],
    ['pledged', `${pledged} (${when})`],
  ];
  const { allocation, refund } = wallet;
  for (const [name, amount] of Object.entries(allocation ?? {})) {
    rows.push([name, formatAmount(amount, state.launchMintDecimals)]);
  }
  if (refund) {
    const paid = refund.refunded ? 'refunded' : 'not refunded yet';
    rows.push(['refund', `${formatAmount(refund.amount, state.pledgeMintDecimals)}, ${paid}`]);
  }
  if (!allocation && !refund) rows.push(['allocation', 'not settled yet']);
  return [palette.strong(`Wallet ${wallet.wallet}`), ...columns(rows)];
}

function finalLine(verdict: Verdict, palette: Palette): string {
  const { checks, state } = verdict;
  if (allHold(verdict)) return palette.good(`All ${checks.length} checks hold at slot ${state.slot}.`);
  const failed = checks.filter(({ ok }) => !ok).length;
  return palette.bad(`${failed} of ${checks.length} checks FAILED at slot ${state.slot}.`);
}
