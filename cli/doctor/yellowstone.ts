import type { StreamEnd, UpdateSink } from '../../indexer/model/source.ts';
import { streamSettings } from '../../indexer/source/stream-settings.ts';
import { createUpdateSource } from '../../indexer/source/yellowstone.ts';
import type { Check } from './check.ts';

const FIRST_SLOT_MS = 15_000;

export const yellowstoneCheck: Check = {
  name: 'Yellowstone gRPC',
  run: async ({ settings, programs, logger, clock, signal }) => {
    const { YELLOWSTONE_ENDPOINT: endpoint, YELLOWSTONE_TRANSPORT: transport } = settings;
    const owner = settings.ESCROW_PROGRAM_ID ?? programs[0]?.address;
    if (endpoint === undefined) {
      const remedy = 'set it to a Yellowstone gRPC server';
      return { ok: false, detail: 'YELLOWSTONE_ENDPOINT is not set', remedy };
    }
    if (owner === undefined) {
      const detail = `${host(endpoint)} cannot be subscribed to`;
      return { ok: false, detail, remedy: 'set ESCROW_PROGRAM_ID' };
    }
    const xToken = settings.YELLOWSTONE_X_TOKEN;
    const source = createUpdateSource({ endpoint, xToken, ...streamSettings(settings), logger, clock });
    const waiting = new AbortController();
    try {
      const first = firstSlot();
      // As the indexer subscribes, with the keys that are known before anything is indexed
      const keys = [settings.REWARD_MINT, settings.TREASURY_TOKEN_ACCOUNT].filter((key) => key !== undefined);
      const commitment = settings.INDEX_COMMITMENT;
      const accounts = settings.YELLOWSTONE_TOKEN_ACCOUNTS === 'stream' ? [owner, ...keys] : [];
      const filter = { commitment, owner, accounts, transactions: [owner, ...keys] };
      const subscription = source.subscribe(filter, first.sink);
      const until = AbortSignal.any([signal, waiting.signal]);
      const timeout = clock.sleep(FIRST_SLOT_MS, until).then(() => 'silent' as const);
      const outcome = await Promise.race([first.slot, subscription.ended, timeout]);
      if (typeof outcome === 'bigint') {
        const { streams = 1 } = subscription;
        const divided = streams > 1 ? ` in ${streams} streams, because the server limits filters` : '';
        return { ok: true, detail: `${host(endpoint)} over ${transport}${divided}, slot ${outcome}` };
      }
      return { ok: false, ...failure(host(endpoint), outcome) };
    } finally {
      // An abandoned timer would keep the process alive.
      waiting.abort();
      await source.close();
    }
  },
};

function firstSlot(): { readonly sink: UpdateSink; readonly slot: Promise<bigint> } {
  const { promise, resolve } = Promise.withResolvers<bigint>();
  const sink: UpdateSink = {
    account: () => undefined,
    slot: ({ slot }) => resolve(slot),
    blockMeta: ({ slot }) => resolve(slot),
  };
  return { sink, slot: promise };
}

function failure(server: string, end: StreamEnd | 'silent'): { detail: string; remedy: string } {
  if (end === 'silent') {
    return {
      detail: `${server} accepts the subscription but sends no slot within ${FIRST_SLOT_MS / 1000} s`,
      remedy: 'ask the provider whether the node is in sync',
    };
  }
  const detail = 'detail' in end ? `${server}: ${end.detail}` : `${server}: ${end.kind}`;
  return { detail, remedy: 'check YELLOWSTONE_ENDPOINT and YELLOWSTONE_X_TOKEN' };
}

function host(endpoint: string): string {
  return new URL(endpoint).host;
}
