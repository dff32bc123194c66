import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { AccountStateAnswer, VerificationAnswer } from '../../schemas/rest/proof.ts';
import type { ChainAccount, ChainReader } from '../read/chain/reader.ts';
import type { IndexIdentity } from '../read/identity.ts';
import type { Mirror } from '../read/mirror.ts';
import type { Stamped } from '../read/questions.ts';
import { type AccountVersion, accountAt } from '../read/records/account-at.ts';
import { differencesOf } from './account-differences.ts';
import type { Answered, MirrorContext } from './context.ts';
import { askFreshRecords, type SlotRequest, slotInsteadOf } from './freshness.ts';
import { sourceStamp } from './source-stamp.ts';
import { wireAmount, wireCount } from './wire.ts';

/** The comparison uses the current chain, so no slot can be chosen. */
export interface VerifyAccountRequest extends Omit<SlotRequest, 'asOfSlot'> {
  readonly pubkey: Pubkey;
}

/**
 * Reads one account from the chain now, and compares it byte for byte with the index at the node's slot. Keys that the
 * index does not keep are refused before the node is asked.
 * @throws CHAIN_READER_MISSING, CHAIN_READER_BUSY, CHAIN_UNREADABLE, ACCOUNT_NOT_INDEXED, INDEX_BEHIND_NODE and those of
 * `askFresh`
 */
export async function verifyAccount(
  { mirror, chain: reader }: MirrorContext,
  request: VerifyAccountRequest,
): Promise<Answered<VerificationAnswer>> {
  if (reader === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  return reader.inTurn(() => compare(mirror, reader, request));
}

async function compare(
  mirror: Mirror,
  reader: ChainReader,
  { pubkey, minSlot, maxLagSlots }: VerifyAccountRequest,
): Promise<Answered<VerificationAnswer>> {
  const newest = await accountFacts(mirror, pubkey, { minSlot, maxLagSlots });
  const { slot: minContextSlot, checkpoint } = newest.stamp;
  const chain = await reader.account(pubkey, { commitment: checkpoint.commitment, minContextSlot });
  const lastIndexedSlot = await slotInsteadOf(mirror, chain.slot);
  if (lastIndexedSlot !== undefined)
    throw new LaunchlensError('INDEX_BEHIND_NODE', { nodeSlot: chain.slot, lastIndexedSlot });
  const { stamp, facts } = await accountFacts(mirror, pubkey, { asOfSlot: chain.slot });
  const differences = differencesOf(facts, chain, stamp.identity);
  const body = {
    source: sourceStamp(stamp),
    pubkey,
    kind: facts.kind,
    equal: differences.length === 0,
    slot: wireCount(stamp.slot),
    indexed: indexedState(facts, stamp.identity),
    chain: chainState(chain),
    differences,
  };
  return { stamp, body };
}

async function accountFacts(
  mirror: Mirror,
  pubkey: Pubkey,
  slots: SlotRequest,
): Promise<Stamped<AccountVersion>> {
  const { stamp, facts } = await askFreshRecords(mirror, slots, async (records) => {
    records.stamp.unreadable?.requireAccount(pubkey);
    return accountAt(records.scan, pubkey);
  });
  if (facts === undefined) throw new LaunchlensError('ACCOUNT_NOT_INDEXED', { pubkey });
  return { stamp, facts };
}

const ABSENT: AccountStateAnswer = { exists: false, owner: null, lamports: null, data: null };

function indexedState({ kind, held }: AccountVersion, { programId }: IndexIdentity): AccountStateAnswer {
  if (held === undefined) return ABSENT;
  const ownedByProgram = kind === 'launch_config' || kind === 'pledge';
  return stateOf({ ...held, owner: ownedByProgram ? programId : null });
}

function chainState({ held }: ChainAccount): AccountStateAnswer {
  return held === undefined ? ABSENT : stateOf(held);
}

function stateOf(held: {
  readonly owner: Pubkey | null;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}): AccountStateAnswer {
  return {
    exists: true,
    owner: held.owner,
    lamports: wireAmount(held.lamports),
    data: Buffer.from(held.data).toString('base64'),
  };
}
