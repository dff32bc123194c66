import type { HarnessReport } from '../../../schemas/harness/report.ts';

/** Reproduces a report of the frozen bars, without network or key. */
export const MAKE_REPORT = 'npm run harness -- --out report.json';

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Reproduces this report; `needsOf` names its requirements. */
export function commandOf({ strategy, data, fees, parameters }: HarnessReport): string {
  const options = [
    ...(data.source === 'live' ? ['--data-source live'] : []),
    ...(data.source === 'given' ? ['--bars bars.csv'] : []),
    `--window-start ${timeText(data.first_ts)}`,
    `--window-end ${timeText(data.last_ts + parameters.bar_seconds)}`,
    ...(strategy === 'composite' ? ['--strategy composite', '--rules rules.json'] : []),
    ...(fees.source === 'live' ? ['--live-fees'] : []),
    '--out report.json',
  ];
  return `npm run harness -- ${options.join(' ')}`;
}

/** The requirements of that command, as text. */
export function needsOf({ strategy, data, fees }: HarnessReport): string[] {
  return [
    ...(data.source === 'live' ? ['MARKET_DATA_API_KEY and MARKET_DATA_TOKEN of its provider'] : []),
    ...(data.source === 'given' ? ['the same bars in bars.csv'] : []),
    ...(strategy === 'composite' ? ['the tree under “rules” of this report as rules.json'] : []),
    ...(fees.source === 'live' ? ['the same fees in the file that HARNESS_FEES_FILE names'] : []),
  ];
}
