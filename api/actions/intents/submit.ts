import { base58 } from '@scure/base';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { IntentDetail } from '../../../schemas/rest/intents.ts';
import { isSignatureOf } from '../../access/wallet-signature.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import type { Submission } from '../../state/intents/moves.ts';
import { explainError } from '../transactions/decode.ts';
import { readMessage, readTransaction } from '../transactions/message.ts';
import type { IntentsContext } from './context.ts';
import { intentOf, showIntent } from './find.ts';
import { messageDigest, requireSignable } from './hand-out.ts';

/**
 * Sends the signed transaction of an intent. The intent is moved and the transaction stored before it is sent: after a
 * crash, the follower of submitted intents sends it, and sending it twice changes nothing. Safe to repeat with the same
 * transaction.
 * @throws INTENT_UNKNOWN, INTENT_STANDS, TRANSACTION_TAMPERED, BLOCKHASH_EXPIRED, SIMULATION_FAILED, CHAIN_UNREADABLE
 */
export async function submitIntent(
  context: IntentsContext,
  owner: Pubkey,
  { id, transaction }: { readonly id: string; readonly transaction: Uint8Array },
): Promise<IntentDetail> {
  const { intents, chain, clock } = context;
  const intent = await intentOf(context, owner, id);
  const submission = await submissionOf(context, { owner, id }, transaction);
  if (intent.signature === submission.signature) return showIntent(context, owner, id);
  requireSignable(intent, clock.now());
  if (chain === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  await requireExecutable(chain, submission);
  if (!(await moved(context, id, submission))) {
    const now = await intents.find(owner, id);
    if (now?.signature !== submission.signature) {
      throw new LaunchlensError('INTENT_STANDS', {
        id,
        status: now?.status ?? intent.status,
        move: 'submitted',
      });
    }
  }
  await sendOnce(chain, submission);
  return showIntent(context, owner, id);
}

/** Undefined if another request moved the intent. @throws TRANSACTION_TAMPERED */
async function moved({ intents, clock }: IntentsContext, id: string, submission: Submission) {
  try {
    return await intents.moves.submit(id, submission, { at: clock.now(), movedBy: 'owner' });
  } catch (error) {
    if (!isLaunchlensError(error, 'OLTP_CONFLICT')) throw error;
    // Two intents with the same content have the same transaction as long as the blockhash stays.
    throw tampered('the same transaction was submitted for another intent; ask for a fresh one');
  }
}

/** What is stored of a signed transaction, if it was handed out for this intent. @throws TRANSACTION_TAMPERED */
async function submissionOf(
  { intents }: Pick<IntentsContext, 'intents'>,
  { owner, id }: { readonly owner: Pubkey; readonly id: string },
  bytes: Uint8Array,
): Promise<Submission> {
  const received = readTransaction(bytes);
  if (received === undefined) throw tampered('it is not a transaction');
  const handedOut = await intents.handedOut(id, messageDigest(received.message));
  if (handedOut === undefined) throw tampered('its message was not handed out for this intent');
  const signers = readMessage(received.message)?.signers ?? [];
  const signature = received.signatures.get(owner);
  if (signers.length !== 1 || signers[0] !== owner || signature === undefined) {
    throw tampered("the owner's signature is missing");
  }
  if (!isSignatureOf(owner, received.message, signature))
    throw tampered("the owner's signature is not valid");
  return {
    signature: base58.encode(signature),
    signedTransaction: bytes,
    lastValidBlockHeight: handedOut.lastValidBlockHeight,
  };
}

/** @throws BLOCKHASH_EXPIRED, SIMULATION_FAILED, CHAIN_UNREADABLE */
async function requireExecutable(chain: TransactionChain, submission: Submission): Promise<void> {
  const { lastValidBlockHeight, signedTransaction } = submission;
  const blockHeight = await chain.blockHeight();
  const { error, logs } = await chain.simulate(signedTransaction, { verify: true });
  if (blockHeight > lastValidBlockHeight || error === 'BlockhashNotFound') {
    throw new LaunchlensError('BLOCKHASH_EXPIRED', { lastValidBlockHeight, blockHeight });
  }
  if (error === null) return;
  const reason = explainError(error, { instructions: [] });
  throw new LaunchlensError('SIMULATION_FAILED', { reason, logs });
}

/** The node's answer does not matter here: followers of submitted intents send it again as long as it can land. */
async function sendOnce(chain: TransactionChain, { signedTransaction }: Submission): Promise<void> {
  try {
    await chain.send(signedTransaction);
  } catch (error) {
    if (!isLaunchlensError(error, 'CHAIN_UNREADABLE')) throw error;
  }
}

function tampered(reason: string): LaunchlensError {
  return new LaunchlensError('TRANSACTION_TAMPERED', { reason });
}
