import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { isPubkey, type Pubkey } from '../../../../core/kernel/pubkey.ts';
import { SYSTEM_PROGRAM_ID } from '../../../../idl/programs.ts';
import type { ChainAccount } from '../../../read/chain/reader.ts';
import type { Counterparty } from '../../../state/control/columns.ts';
import type { BuilderContext } from './context.ts';

/**
 * Resolves recipients: addresses unchanged, labels to the owner's registered counterparties. An address always means
 * itself, so a label that looks like one cannot redirect it.
 * @throws RECIPIENT_UNKNOWN
 */
export async function recipientWallets(
  { controls }: Pick<BuilderContext, 'controls'>,
  owner: Pubkey,
  names: readonly string[],
): Promise<readonly Pubkey[]> {
  const { counterparties } = await controls.of(owner);
  return names.map((name) => {
    const wallet = isPubkey(name) ? name : walletCalled(counterparties, name);
    if (wallet === owner) throw unknown(name, 'it is the wallet that would send');
    return wallet;
  });
}

function walletCalled(counterparties: readonly Counterparty[], name: string): Pubkey {
  const [labelled, another] = counterparties.filter(({ label }) => label === name);
  if (another) throw unknown(name, 'several counterparties are called so');
  if (labelled) return labelled.address;
  throw unknown(name, 'it is no address, and no registered counterparty is called so');
}

/** Tokens sent to a program's account may be lost permanently. @throws RECIPIENT_UNKNOWN */
export function requireWallet(wallet: Pubkey, held: ChainAccount['held']): void {
  if (held === undefined || (held.owner === SYSTEM_PROGRAM_ID && held.data.length === 0)) return;
  throw unknown(wallet, `it is no wallet but an account of the program ${held.owner}`);
}

function unknown(recipient: string, reason: string): LaunchlensError {
  return new LaunchlensError('RECIPIENT_UNKNOWN', { recipient: recipient.slice(0, 64), reason });
}
