import { basename } from 'node:path';
import { systemClock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { loadSettings } from '../../core/kernel/settings/load.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { readText } from '../../harness/data/files.ts';
import { readFees, readFixture, readRules, type SourcedFees } from '../../harness/data/inputs.ts';
import { readSaved } from '../../harness/data/saved.ts';
import type { Series } from '../../harness/data/series.ts';
import { parseWindow, type WindowFlags } from '../../harness/data/window.ts';
import type { RuleFile } from '../../schemas/harness/rules.ts';

export interface InputFlags extends WindowFlags {
  readonly dataSource: 'fixture' | 'live';
  readonly liveFees: boolean;
  readonly strategy: 'sma' | 'composite';
  readonly rules?: string;
  readonly bars?: string;
}

export interface FoundSeries {
  readonly series: Series;
  /** What repeats the run to the byte; undefined for the bundled bars. */
  readonly saved?: string;
}

/** The bars to evaluate. Settings are read only where they are needed, so the fixture needs none. */
export async function seriesFor(flags: InputFlags): Promise<FoundSeries> {
  const window = parseWindow(flags);
  if (flags.bars !== undefined) {
    return { series: readSaved(readText(flags.bars), basename(flags.bars), window) };
  }
  if (flags.dataSource === 'fixture') return { series: readFixture(window) };
  const { start, end } = window;
  if (start === undefined || end === undefined) {
    throw usage('--data-source live needs --window-start and --window-end.');
  }
  const settings = readSettings();
  const provider = {
    url: settings.MARKET_DATA_URL,
    key: required(settings, 'MARKET_DATA_API_KEY', 'set it to your key of the market-data provider'),
    token: required(settings, 'MARKET_DATA_TOKEN', 'set it to the address of the token to evaluate'),
    clock: systemClock,
  };
  const { fetchSeries } = await import('../../harness/live/series.ts');
  const series = await fetchSeries(provider, { start, end });
  return { series, saved: series.saved };
}

export function feesFor({ liveFees }: InputFlags): SourcedFees {
  if (!liveFees) return readFees();
  const remedy = 'set it to the JSON file with the current fees';
  return readFees(required(readSettings(), 'HARNESS_FEES_FILE', remedy));
}

export function rulesFor({ strategy, rules }: InputFlags): RuleFile | undefined {
  if (strategy === 'composite') return readRules(rules);
  if (rules === undefined) return undefined;
  throw usage('--rules is for --strategy composite.');
}

export const usage = (detail: string) => new LaunchlensError('COMMAND_USAGE', { detail });

const readSettings = (): Settings => loadSettings({ environment: process.env, envFile: '.env' });

type Needed = 'MARKET_DATA_API_KEY' | 'MARKET_DATA_TOKEN' | 'HARNESS_FEES_FILE';

function required(settings: Settings, name: Needed, remedy: string): string {
  const value = settings[name];
  if (value !== undefined) return value;
  throw new LaunchlensError('SETTING_MISSING', { name, command: 'launchlens harness', remedy });
}
