import type { LaunchState } from '../chain/read-launch.ts';
import type { MirrorAnswer } from '../mirror/answer.ts';
import type { Check } from './check.ts';

/** Holds the mirror's claim against the chain; a text instead of a claim fails each check with that reason. */
export function mirrorChecks({ config, slot }: LaunchState, claim: MirrorAnswer | string): readonly Check[] {
  const compare = (field: string, expected: string, actual: (answer: MirrorAnswer) => string): Check => {
    const name = `rest_mirror_${field}`;
    if (typeof claim === 'string') return { name, ok: false, expected, actual: 'no answer', detail: claim };
    const claimed = actual(claim);
    const detail = `the chain against the mirror, both at slot ${slot}`;
    return { name, ok: claimed === expected, expected, actual: claimed, detail };
  };
  return [
    compare('total_pledged', config.total_pledged.toString(), (answer) => answer.totalPledged),
    compare('pledger_count', config.pledger_count.toString(), (answer) => answer.pledgerCount.toString()),
    compare(
      'status',
      `${config.statusName} (${config.status})`,
      ({ status, statusCode }) => `${printable(status)} (${statusCode})`,
    ),
  ];
}

function printable(text: string): string {
  return /^[a-z_]{1,32}$/.test(text) ? text : JSON.stringify(text.slice(0, 32));
}
