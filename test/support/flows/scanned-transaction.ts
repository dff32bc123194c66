import type { ExecutedTransaction } from '../../../fixtures/localnet/ledger/executed.ts';
import { encodeUpdate } from '../../../fixtures/localnet/yellowstone/message.ts';
import { transactionPayload } from '../../../fixtures/localnet/yellowstone/transaction.ts';
import type { Transaction } from '../../../indexer/model/source.ts';
import { UpdateScanner } from '../../../indexer/source/scan/update.ts';

/** The transaction as the indexer reads it off the wire. */
export function scannedTransaction(executed: ExecutedTransaction): Transaction {
  let told: Transaction | undefined;
  const ignore = () => undefined;
  const scanner = new UpdateScanner({
    account: ignore,
    slot: ignore,
    blockMeta: ignore,
    transaction: (transaction) => {
      told = transaction;
    },
  });
  const message = Buffer.from(encodeUpdate(['t'], transactionPayload(executed)));
  scanner.scan(message, 0, message.length);
  if (!told) throw new Error('the scanner told no transaction');
  return told;
}
