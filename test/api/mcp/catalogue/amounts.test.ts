import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../../../api/actions/admission/arguments.ts';
import { inputSchema } from '../../../../api/mcp/catalogue/json-schema.ts';
import { TOOLS } from '../../../../api/mcp/tools/all.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { PLANS } from '../../support/strategy-plans.ts';
import { VENUE_CALLS } from '../support/venue-calls.ts';

const [mint, friend] = [pubkeyOf('usd'), pubkeyOf('friend')];
type Arguments = Readonly<Record<string, unknown>>;

/** Calls that are sense, of every tool that takes an amount. */
const CALLS: Readonly<Record<string, Arguments>> = {
  ...VENUE_CALLS,
  ...Object.fromEntries(
    Object.entries(PLANS)
      .filter(([kind]) => kind !== 'composed')
      .map(([kind, { good }]) => [`strategy_${kind}_create`, { name: 'Mine', ...good }]),
  ),
  pledge_to_ilo: { launch_id: '4', amount: '1000' },
  fund_wallet: { wallet: friend, mint, amount: '1000' },
  send_token_social: { recipient: friend, mint, amount: '1000' },
  bulk_send_social: { mint, recipients: [{ recipient: friend, amount: '1000' }] },
  set_trading_limits: { limits: [{ mint, per_intent: '1000', per_day: '5000' }] },
};

const MALFORMED: readonly unknown[] = [
  ...['', ' ', '-1', '-0', '+1', '1.5', '1.0', '.5', '1.', '1e3', '1E3', '0x10', '0b1', '1_000', '1,000'],
  ...[' 1', '1 ', '1\n', '\t1', '\u00a01', '1\u200b', '007', '00', '1n', 'NaN', 'Infinity', '１', '١'],
  ...[`1${'0'.repeat(100)}`, '1000;', "1'", 1000, 1.5, true, [], ['1000'], {}],
];
/** Tools whose amount is of another chain. */
const ELSEWHERE = ['evm_swap', 'bridge_in'];
const U64 = '18446744073709551615';
const PAST_U64 = '18446744073709551616';

interface Place {
  readonly tool: string;
  readonly path: readonly (string | number)[];
}

/** Where the call of a tool has an amount. */
function placesOf(tool: string, value: unknown, path: Place['path'] = []): Place[] {
  if (typeof value === 'string')
    return /^\d+$/.test(value) && path.at(-1) !== 'launch_id' ? [{ tool, path }] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => placesOf(tool, member, [...path, name]));
}

function changed(value: unknown, [name, ...rest]: Place['path'], instead: unknown): unknown {
  if (name === undefined) return instead;
  if (Array.isArray(value))
    return value.map((each, at) => (`${at}` === name ? changed(each, rest, instead) : each));
  const members = value as Arguments;
  return { ...members, [name]: changed(members[name], rest, instead) };
}

/** Prices are no amounts: they may have a point. */
const PLACES = Object.entries(CALLS)
  .flatMap(([tool, input]) => placesOf(tool, input))
  .filter(({ path }) => !`${path.at(-1)}`.includes('price'));
const parsing = ({ tool, path }: Place, instead: unknown) => {
  const input = TOOLS.find(({ name }) => name === tool)?.input;
  if (input === undefined) throw new Error(`no tool ${tool}`);
  return () => parseArguments(input, changed(CALLS[tool], path, instead));
};

test('every tool that takes an amount to be moved is tried here', () => {
  const moving = TOOLS.filter(({ input }) =>
    JSON.stringify(inputSchema(input)).includes('"^[1-9][0-9]{0,19}$"'),
  );

  expect(moving.length).toBeGreaterThan(20);
  expect([...new Set(PLACES.map(({ tool }) => tool))]).toEqual(
    expect.arrayContaining(moving.map(({ name }) => name)),
  );
});

describe.for(PLACES.map((place) => ({ ...place, name: place.path.join('.') })))('$tool', (place) => {
  test(`takes ${place.name} as a decimal string in range and as nothing else`, () => {
    for (const instead of MALFORMED) {
      expect(parsing(place, instead), JSON.stringify(instead)).toThrow(
        expect.objectContaining({ code: 'PARAMETER_MALFORMED' }),
      );
    }
    // Amounts of other chains may be larger than those of this one.
    if (ELSEWHERE.includes(place.tool)) expect(parsing(place, PAST_U64)).not.toThrow();
    else expect(parsing(place, PAST_U64)).toThrow(expect.objectContaining({ code: 'PARAMETER_MALFORMED' }));
    expect(parsing(place, '1'), 'the least').not.toThrow('decimal');
    expect(parsing(place, U64), 'the most').not.toThrow('decimal');
  });
});
