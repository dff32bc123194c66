import { PRICE_PLACES } from '../../../core/rules/paper/units.ts';
import { readAnswer } from '../../../harness/live/provider.ts';
import { parseBar } from '../../../harness/model/bar.ts';
import { validBars } from '../support/bars.ts';
import { mutatedJson } from '../support/mutate-json.ts';
import { saysExactly } from '../support/naive-decimal.ts';
import { at, parseWritten, Written } from '../support/naive-json.ts';
import type { Random } from '../support/random.ts';
import { accepted, type FuzzTarget, hold } from '../support/target.ts';

const NAMES = { open: 'o', high: 'h', low: 'l', close: 'c', volume: 'v' } as const;

/** Pages of a market-data provider: bars with every digit of the body, or a refusal in one line. */
export const marketData: FuzzTarget = {
  name: 'market-data',
  feeds: 'answers of a market-data provider to the reader of bars',
  share: 0.2,
  good: 'bars',
  start: () => ({
    feed: (random) => {
      const body = bodyOf(random);
      const read = accepted(
        () =>
          readAnswer('host', body).map((text) => ({ text, bar: parseBar(text, `the bar of ${text.ts}`) })),
        ['MARKET_DATA_MALFORMED', 'HARNESS_BARS_MALFORMED'],
      );
      if ('refused' in read) return read.refused;
      const written = parseWritten(body);
      for (const [index, { bar }] of read.value.entries()) {
        const said = (name: string): string => {
          const value = at(written, 'data', 'items', index, name);
          return value instanceof Written ? value.text : String(value);
        };
        hold(said('unixTime') === String(bar.ts), 'the hour is that of the body', () => body);
        for (const [field, name] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
          hold(saysExactly(said(name), bar[field], PRICE_PLACES), `${field} has its digits`, () => body);
        }
        const numbers = [bar.highNumber, bar.lowNumber, bar.closeNumber, bar.volumeNumber];
        hold(numbers.every(Number.isFinite), 'indicators get numbers', () => body);
      }
      return read.value.length === 0 ? 'no bars' : 'bars';
    },
  }),
};

function bodyOf(random: Random): string {
  const asText = random.once(4);
  const items = validBars(random.below(5), random).map(({ ts, ...bar }) => ({
    ...Object.fromEntries(
      Object.entries(NAMES).map(([field, name]) => {
        const digits = bar[field as keyof typeof NAMES];
        return [name, asText ? digits : Number(digits)];
      }),
    ),
    unixTime: ts,
    type: '1H',
  }));
  const page = { success: true, data: { items } };
  return random.once(4) ? JSON.stringify(page) : mutatedJson(page, random);
}
