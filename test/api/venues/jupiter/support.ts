import { readFileSync } from 'node:fs';
import type { JupiterOptions } from '../../../../api/venues/jupiter/swap-terms.ts';
import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import type { HttpReply, ScriptedHttp } from '../../../support/scripted-http.ts';
import { hastyClock } from '../hasty-clock.ts';

export const OWNER = parsePubkey('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin');

/** An answer from `fixtures/venues/jupiter`; see the README beside it. */
export const answerOf = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../fixtures/venues/jupiter/${name}.json`, import.meta.url), 'utf8'),
  );

export const json = (value: unknown): HttpReply => ({ status: 200, body: JSON.stringify(value) });

export const optionsAt = ({ url }: ScriptedHttp, key?: string): JupiterOptions => ({
  ...{ url, key, programs: [], clock: hastyClock(), random: () => 0 },
});
