import { MONEY_PLACES } from '../../../core/rules/paper/units.ts';
import { parseFees } from '../../../harness/data/inputs.ts';
import { mutatedJson } from '../support/mutate-json.ts';
import { saysExactly } from '../support/naive-decimal.ts';
import { at, parseWritten, Written } from '../support/naive-json.ts';
import type { Random } from '../support/random.ts';
import { accepted, type FuzzTarget, hold } from '../support/target.ts';

/** Fee configurations: the very figures of the file, none below nothing or above the whole, or a refusal. */
export const fees: FuzzTarget = {
  name: 'fees',
  feeds: 'fee configurations of the harness to their reader',
  share: 0.5,
  good: 'read',
  start: () => ({
    feed: (random) => {
      const text = fileOf(random);
      const read = accepted(() => parseFees('fees.json', text), ['HARNESS_FEES_MALFORMED']);
      if ('refused' in read) return read.refused;
      const { technologyBps, slippageBps, priority } = read.value;
      const written = parseWritten(text);
      const bps = { technology_fee_bps: technologyBps, slippage_bps: slippageBps };
      for (const [name, value] of Object.entries(bps)) {
        const said = at(written, name);
        hold(said instanceof Written && said.whole() === value, `${name} is that of the file`, () => text);
        hold(value >= 0n && value <= 10_000n, `${name} is a share`, () => text);
      }
      const said = at(written, 'priority_fee_quote');
      const exact = typeof said === 'string' && saysExactly(said, priority, MONEY_PLACES);
      hold(exact && priority >= 0n, 'the priority fee is that of the file', () => text);
      return 'read';
    },
  }),
};

function fileOf(random: Random): string {
  const valid = {
    schema: 'launchlens.harness-fees.v1',
    technology_fee_bps: random.below(10_001),
    slippage_bps: random.below(10_001),
    priority_fee_quote: random.pick(['0', '0.002', '12', '999999999999.999999']),
  };
  return random.once(4) ? JSON.stringify(valid) : mutatedJson(valid, random);
}
