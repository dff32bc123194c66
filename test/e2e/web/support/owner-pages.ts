import { configuredSecrets } from '../../../../api/access/agents/secret.ts';
import { type Accounts, openAccounts } from '../../../../api/accounts.ts';
import { fitsIntoPacket } from '../../../../api/actions/venues/assembled-route.ts';
import { createRewardsReader } from '../../../../api/read/rewards/reader.ts';
import { createPayouts } from '../../../../api/state/payouts/payouts.ts';
import { openVenues } from '../../../../api/venues/venues.ts';
import { type Clock, systemClock } from '../../../../core/kernel/clock.ts';
import { readSettings } from '../../../../core/kernel/settings/load.ts';
import { createRewardLedger } from '../../../../core/ledger/ledger.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import type { RewardEvent } from '../../../../core/rules/rewards.ts';
import { silentLogger } from '../../../api/support/mirror-under-test.ts';
import { MINT, TERMS } from '../../../api/support/rewards-under-test.ts';
import { absent } from '../../../support/absent.ts';
import { openPages, type PagesUnderTest } from '../../../support/browser/pages-under-test.ts';
import { embeddedDecisions } from '../../../support/decision-stores.ts';

export const SLOT = 1_234n;
const BASE = '/api/v1';

export interface PairingAsked {
  readonly user_code: string;
  readonly device_code: string;
}

export interface Polled {
  readonly status: string;
  readonly token?: string;
  readonly scopes?: readonly string[];
}

/** The pages with everything that owners and their agents are served with. */
export interface OwnerPages {
  readonly pages: PagesUnderTest;
  readonly accounts: Accounts;
  /** Where their decisions are. */
  readonly oltp: Oltp;
  /** Milliseconds that the API's clock is ahead. */
  readonly time: { ahead: number };
  /** A pairing that waits for its owner. */
  pair(body: { client_name: string; requested_scopes?: readonly string[] }): Promise<PairingAsked>;
  poll(asked: PairingAsked): Promise<Polled>;
  /** A token that the owner's signature gave. */
  paired(
    owner: { readonly addresses: readonly string[]; sign(text: string): string },
    body: { client_name: string; requested_scopes?: readonly string[] },
  ): Promise<string>;
  /** Has the ledger of rewards know more. */
  record(...events: readonly RewardEvent[]): Promise<void>;
  stop(): Promise<void>;
}

export async function openOwnerPages(): Promise<OwnerPages> {
  const pages = await openPages();
  const store = await embeddedDecisions();
  const { under } = pages;
  await under.index.reset();
  under.index.coverage('streamed', 1n, SLOT).audit(SLOT, 'equal');
  await under.index.checkpoint({ slot: SLOT, slotTime: 1_767_225_696n, indexedAt: Date.now() });
  const settings = readSettings({ JWT_SECRET: 'a secret of more than thirty-two characters' }, {});
  const time = { ahead: 0 };
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + time.ahead };
  const rewards = createRewardsReader({ lane: under.olap.reader, mint: MINT });
  const accounts = await openAccounts({
    ...{ settings, clock, rewards, oltp: store.oltp, logger: silentLogger },
    secrets: configuredSecrets(settings),
    listensAt: () => pages.origin,
    mirror: absent('mirror'),
    venues: openVenues({ settings, clock, fits: fitsIntoPacket }),
  });
  const ledger = createRewardLedger({
    ...{ olap: under.olap, clock: systemClock, logger: silentLogger },
    preMint: async () => true,
  });
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${pages.origin}${BASE}${path}`, options)).json();
  };
  const owner: OwnerPages = {
    ...{ pages, accounts, time, oltp: store.oltp },
    pair: async (body) => (await post('/pair/start/', body)) as PairingAsked,
    poll: async ({ device_code }) => (await post('/pair/poll/', { device_code })) as Polled,
    paired: async ({ addresses: [wallet_address], sign }, body) => {
      const asked = await owner.pair(body);
      const { user_code } = asked;
      const found = await fetch(`${pages.origin}${BASE}/pair/request/?user_code=${user_code}`);
      const { message } = (await found.json()) as { message: string };
      await post('/pair/approve/', { user_code, wallet_address, signature: sign(message) });
      const { token } = await owner.poll(asked);
      if (token === undefined) throw new Error('the pairing was not approved');
      return token;
    },
    record: async (...events) => void (await ledger.append(events, { by: 'test' })),
    stop: async () => {
      await ledger.close();
      await pages.stop();
      await store[Symbol.asyncDispose]();
    },
  };
  const { access } = accounts.context;
  await pages.serve({
    accounts: accounts.context,
    rewards: {
      ...{ access, rewards, clock, payouts: createPayouts(store.oltp) },
      mirror: { stampAt: (slot) => pages.api.context.mirror.stampAt(slot) },
      terms: TERMS,
    },
  });
  await pages.api.followed.reaches(SLOT);
  return owner;
}
