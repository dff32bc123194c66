import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { ActivityAnswer, ActivityInput } from '../../../schemas/mcp/wallet-history.ts';
import { visibleNote } from '../../../schemas/rest/visible-text.ts';
import type { WalletTransaction } from '../../read/chain/wallets.ts';
import { walletFlows } from '../../read/records/wallet-flows.ts';
import type { MirrorContext } from '../context.ts';
import { askFreshRecords } from '../freshness.ts';
import { sourceStamp } from '../source-stamp.ts';
import { wireAmount, wireCount, wireSignature, wireTime } from '../wire.ts';
import { chainOf, type TokensContext } from './context.ts';
import { resolveWallet } from './resolve.ts';

/**
 * A wallet's newest transactions, with what the index knows of each.
 * @throws NAME_UNRESOLVED, CHAIN_READER_MISSING, CHAIN_UNREADABLE, MIRROR_NOT_READY
 */
export async function walletActivity(
  tokens: TokensContext,
  mirror: Pick<MirrorContext, 'mirror'>,
  { owner, wallet: given = owner, limit, cursor }: ActivityInput & { readonly owner: Pubkey },
): Promise<ActivityAnswer> {
  const { address: wallet, resolved } = await resolveWallet(tokens, given);
  const found = await chainOf(tokens).history(wallet, { limit: limit + 1, before: cursor });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const range = { wallet, from: last?.slot ?? 0n, to: page[0]?.slot ?? 0n };
  const { stamp, facts } = await askFreshRecords(mirror.mirror, {}, ({ ask, stamp }) =>
    walletFlows(ask, stamp.slot, range),
  );
  const moved = Map.groupBy(facts.flows, ({ signature }) => wireSignature(signature));
  const isKnown = ({ slot }: WalletTransaction): boolean =>
    slot <= stamp.slot && facts.completeFrom !== undefined && slot >= facts.completeFrom;
  return {
    ...{ source: sourceStamp(stamp), wallet, resolved },
    results: page.map((one) => ({
      ...{ signature: one.signature, slot: wireCount(one.slot), failed: one.failed },
      time: one.time === undefined ? null : wireTime(one.time),
      memo: shownMemo(one.memo),
      escrow: moved.get(one.signature)?.map(movementOf) ?? (isKnown(one) ? [] : null),
    })),
    next_cursor: found.length > limit ? (last?.signature ?? null) : null,
  };
}

interface Movement {
  readonly launchId: bigint;
  readonly direction: 'in' | 'out';
  readonly kind: string;
  readonly mint: Pubkey;
  readonly amount: bigint;
}

function movementOf({ launchId, direction, kind, mint, amount }: Movement) {
  return { launch_id: wireAmount(launchId), direction, kind, mint, amount: wireAmount(amount) };
}

/** Null if it is empty or made to deceive a reader. */
function shownMemo(memo: string | undefined): string | null {
  const read = visibleNote.safeParse(memo);
  return read.success && read.data !== '' ? read.data : null;
}
