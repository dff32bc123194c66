import { define } from './definition.ts';

export const harnessErrors = {
  HARNESS_FILE_UNREADABLE: define('{path} cannot be read: {reason}.', { exit: 2 }),
  HARNESS_FIXTURE_CHANGED: define(
    '{path} is not the frozen fixture: its SHA-256 is {found}, not {expected}.',
    { exit: 2 },
  ),
  HARNESS_BARS_MALFORMED: define('The bars are not valid at {where}: {detail}.', { exit: 2 }),
  HARNESS_WINDOW: define('{detail}.', { exit: 2 }),
  HARNESS_FEES_MALFORMED: define('{path} is not a valid fee configuration: {detail}.', { exit: 2 }),
  HARNESS_RULES_MALFORMED: define('{path} is not a valid rule tree: {detail}.', { exit: 2 }),
  HARNESS_OUTPUT_UNWRITABLE: define('{path} cannot be written: {reason}.', { exit: 2 }),
  HARNESS_LOOK_AHEAD: define(
    'A stage asked for bar {asked}, but at this step it may only see bars up to {end}.',
  ),
  HARNESS_BAR_GONE: define('A stage asked for bar {asked}, but bars before {first} are no longer kept.'),
  HARNESS_UNBALANCED: define('The books do not balance at bar {bar}: {detail}.'),
  MARKET_DATA_UNREACHABLE: define('The market-data provider at {host} cannot be reached: {reason}.', {
    exit: 2,
    retryable: true,
  }),
  MARKET_DATA_RATE_LIMITED: define<{ host: string; retryAfterMs: number | undefined }>(
    ({ host }) => `The market-data provider at ${host} has rate-limited these requests. Try again later.`,
    { exit: 2, retryable: true },
  ),
  MARKET_DATA_REFUSED: define(
    'The market-data provider at {host} refused the request with HTTP {status}. Check MARKET_DATA_API_KEY and MARKET_DATA_TOKEN.',
    { exit: 2 },
  ),
  MARKET_DATA_MALFORMED: define(
    'The market-data provider at {host} returned something other than a list of bars: {detail}.',
    { exit: 2 },
  ),
};
