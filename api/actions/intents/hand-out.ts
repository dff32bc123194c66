import { createHash } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { OwnerTransaction } from '../../../schemas/rest/intents.ts';
import type { Intent } from '../../state/intents/intent.ts';
import { isOpen } from '../../state/intents/moves.ts';
import { readMessage } from '../transactions/message.ts';
import { wireCount } from '../wire.ts';
import type { IntentsContext } from './context.ts';
import { intentOf } from './find.ts';

/**
 * A fresh transaction for an open intent: checked, with a fresh blockhash, simulated and decoded. Only a transaction
 * handed out here is accepted when signed.
 * @throws INTENT_UNKNOWN, INTENT_STANDS, NO_TRANSACTION, CHAIN_READER_MISSING, BUILDER_MISSING, SIMULATION_FAILED and
 * those of the builder
 */
export async function handOutTransaction(
  context: IntentsContext,
  owner: Pubkey,
  id: string,
): Promise<OwnerTransaction> {
  const { intents, builders, assembler, clock } = context;
  const intent = await intentOf(context, owner, id);
  requireSignable(intent, clock.now());
  if (intent.build === undefined) throw new LaunchlensError('NO_TRANSACTION', { id });
  const builder = builders.get(intent.build.builder);
  if (assembler === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  if (builder === undefined) {
    throw new LaunchlensError('BUILDER_MISSING', { what: intent.action, setting: intent.build.builder });
  }
  const built = await builder.build({
    ...{ owner, terms: intent.build.terms, fee: intent.fee },
    purpose: 'sign',
  });
  const made = await assembler.assemble({ owner, built, fee: intent.fee });
  requireOwnAlone(made.message, owner);
  const digest = messageDigest(made.message);
  const { lastValidBlockHeight } = made;
  await intents.handOut({ intentId: id, digest, lastValidBlockHeight, at: clock.now() });
  return {
    transaction: Buffer.from(made.transaction).toString('base64'),
    message_digest: digest,
    last_valid_block_height: wireCount(lastValidBlockHeight),
    instructions: made.instructions,
    simulation: made.simulation,
    technology_fee_left_out: made.feeLeftOut ?? null,
    logs: [...made.logs],
  };
}

/** SHA-256 of a message, in hex, by which it is recognised. */
export function messageDigest(message: Uint8Array): string {
  return createHash('sha256').update(message).digest('hex');
}

/** @throws INTENT_STANDS */
export function requireSignable({ id, status, expiresAt }: Intent, now: number): void {
  if (isOpen({ status }) && expiresAt > now) return;
  throw new LaunchlensError('INTENT_STANDS', {
    id,
    status: isOpen({ status }) ? 'expired' : status,
    move: 'signed',
  });
}

/** A transaction with another signer could not be submitted here. @throws SIMULATION_FAILED */
function requireOwnAlone(message: Uint8Array, owner: Pubkey): void {
  const signers = readMessage(message)?.signers;
  if (signers?.length === 1 && signers[0] === owner) return;
  const reason = "it needs a signature from a wallet other than the owner's";
  throw new LaunchlensError('SIMULATION_FAILED', { reason });
}
