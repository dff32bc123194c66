import { type Cursor, cursorSeal, type Listing } from '../../../api/actions/cursor.ts';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { mutated } from '../support/mutate.ts';
import type { Random } from '../support/random.ts';
import { accepted, type FuzzTarget, hold } from '../support/target.ts';

const seal = cursorSeal(Buffer.alloc(32, 'key'));
const LISTINGS = ['launches', 'pledges', 'positions', 'flows', 'coverage', 'audits'] as const;

/** Cursors: one comes back as it was issued, or not at all. */
export const cursors: FuzzTarget = {
  name: 'cursors',
  feeds: 'cursors, changed and invented, to the seal',
  share: 0.5,
  good: 'opened',
  start: () => ({
    feed: (random) => {
      const listing = random.pick(LISTINGS);
      const cursor = cursorOf(listing, random);
      const issued = seal.seal(listing, cursor as never);
      const text = random.once(5) ? issued : changed(issued, random);
      const asked = random.once(10) ? random.pick(LISTINGS) : listing;
      const opened = accepted(() => seal.open(asked, text), ['CURSOR_INVALID']);
      const slot = accepted(() => seal.slotOf(text), ['CURSOR_INVALID']);
      const genuine = text === issued;
      hold('value' in slot === genuine, 'only an issued cursor tells a slot', () => ({ issued, text }));
      hold('value' in opened === (genuine && asked === listing), 'only an issued cursor opens', () => ({
        issued,
        text,
        asked,
      }));
      if ('refused' in opened) return opened.refused;
      hold(seal.seal(listing, opened.value as never) === issued, 'it says what was sealed', () => ({
        issued,
        opened,
      }));
      return 'opened';
    },
  }),
};

function changed(issued: string, random: Random): string {
  if (random.once(4)) return random.text(600);
  if (random.once(3)) return mutated(Buffer.from(issued, 'base64url'), random).toString('base64url');
  return mutated(Buffer.from(issued), random).toString('latin1');
}

function cursorOf(listing: Listing, random: Random): Cursor<Listing> {
  // No answer names a greater slot or revision, and no time of the chain is below an i64.
  const pin = { slot: random.u64() % 2n ** 53n, rollback: random.u64() % 2n ** 53n };
  const rank = random.once(2) ? random.u64() : -(random.u64() % 2n ** 63n);
  const wallet = () => pubkeyFromBytes(random.bytes(32));
  const digest = () => random.bytes(12).toString('hex');
  const cursors: { readonly [Name in Listing]: () => Cursor<Name> } = {
    launches: () => ({
      ...pin,
      status: random.pick([undefined, 'active', 'failed']),
      orderBy: random.pick(['newest', 'end_ts_asc']),
      after: { rank, launchId: random.u64() },
    }),
    pledges: () => ({
      ...pin,
      launchId: random.u64(),
      orderBy: random.pick(['pledger', 'amount_desc']),
      minAmount: random.u64(),
      after: { rank, pledger: wallet() },
    }),
    positions: () => ({ ...pin, wallet: wallet(), after: { rank, launchId: random.u64() } }),
    flows: () => ({
      ...pin,
      launchId: random.u64(),
      after: {
        slot: random.u64(),
        signature: random.bytes(64).toString('hex').toUpperCase(),
        ordinal: random.below(9),
      },
    }),
    activity: () => ({
      ...pin,
      kind: random.pick([undefined, 'claim']),
      launchId: random.pick([undefined, random.u64()]),
      after: { slot: random.u64(), launchId: random.u64(), pledger: wallet() },
    }),
    coverage: () => ({ ...pin, after: { from: random.u64(), revision: random.u64() } }),
    audits: () => ({
      ...pin,
      after: {
        slot: random.u64(),
        startedAt: random.u32(),
        launchId: random.pick([undefined, random.u64()]),
      },
    }),
    programAccounts: () => ({
      ...{ ...pin, type: digest(), where: digest(), orderBy: digest(), after: wallet() },
    }),
    programHistory: () => ({
      ...{ ...pin, type: digest(), fromSlot: random.u64(), toSlot: random.u64(), after: random.u64() },
    }),
    programCalls: () => ({
      ...{ ...pin, type: digest(), where: digest(), fromSlot: random.u64(), toSlot: random.u64() },
      after: { slot: random.u64(), transaction: Number(random.u64() & 0xffff_ffffn), order: random.u64() },
    }),
  };
  return cursors[listing]();
}
