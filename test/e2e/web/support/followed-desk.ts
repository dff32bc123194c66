import fc from 'fast-check';
import { callsProgram, coverTransactions, writeCall } from '../../../api/programs/support/calls-program.ts';
import { type FollowedProgram, followProgram } from '../../../api/programs/support/programs-suite.ts';
import { valuesOf } from '../../../idl/anchor/anchor-values.ts';
import type { PagesUnderTest } from '../../../support/browser/pages-under-test.ts';

const PROGRAM = callsProgram('desk');
const [ORDER] = PROGRAM.types;
if (ORDER === undefined) throw new Error('the IDL has no Order');
const [SAMPLE] = fc.sample(valuesOf(ORDER.layout), { seed: 11, numRuns: 1 });
if (SAMPLE === undefined) throw new Error('there is no sample');

/** The same account with another amount. */
function withAmount(amount: string) {
  const { anchor, json } = SAMPLE as { anchor: object; json: object };
  const { amount: wide } = anchor as { amount: { constructor: new (text: string) => unknown } };
  return { anchor: { ...anchor, amount: new wide.constructor(amount) }, json: { ...json, amount } };
}

/** How often the program executed its instruction: more than fit on a page. */
export const PLACED = 22;

/** A program with two orders that changed, and instructions that emitted events, served next to the index of the pages. */
export async function followDesk(pages: PagesUnderTest): Promise<FollowedProgram> {
  const followed = await followProgram(pages.under.olap, PROGRAM);
  const { index } = followed;
  await index.write(
    { address: 'a', slot: 10n, value: withAmount('1000') },
    { address: 'a', slot: 12n, value: withAmount('2500') },
    { address: 'b', slot: 11n, value: withAmount('7') },
  );
  for (let at = 0; at < PLACED; at += 1) {
    const owner = at === 0 ? 'first owner' : 'owner';
    await writeCall(index, { slot: 12, inner: at, amount: BigInt(at), owner, revision: 0 });
  }
  await coverTransactions(index, 11);
  await followed.show(20n);
  await pages.serve({}, { programs: new Map([[PROGRAM.name, followed.reads]]) });
  return followed;
}
