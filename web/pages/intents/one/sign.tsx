import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { type Connection, signsTransactions, useConnection } from '../../../data/connection.ts';
import { mayPass } from '../../../data/failure.ts';
import type { MadeTransaction } from '../../../data/owner/intent-shapes.ts';
import { signAndSend } from '../../../data/owner/intents.ts';
import { useOwnerChanged } from '../../../data/owner/list.ts';
import { useSource } from '../../../data/stamp.ts';
import { seconds } from '../../../model/formats.ts';
import { isStale } from '../../../model/intents.ts';
import { announce, Button, useClock, useDoing } from '../../../parts/actions.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { KeyText } from '../../../parts/values.tsx';
import { WalletPicker } from '../../../parts/wallet-picker.tsx';
import type { IntentProps } from '../title.tsx';
import { Reject } from './hand-off.tsx';
import { Refusal } from './transaction.tsx';

export interface SignProps extends IntentProps {
  /** The transaction shown next to it, which is the one signed. */
  readonly made: UseQueryResult<MadeTransaction>;
}

/** The wallet and two buttons: one signs exactly what is shown and sends it, the other rejects. */
export function Sign({ intent, made }: SignProps) {
  const connection = useConnection();
  const cluster = useSource()?.cluster;
  const changed = useOwnerChanged();
  const now = useClock();
  const { busy, failure, run } = useDoing();
  const [sending, setSending] = useState(false);
  /** The last attempt that failed. */
  const [tried, setTried] = useState<string>();
  const shown = made.isFetching || made.error !== null ? undefined : made.data;
  const isTried = tried !== undefined && shown?.message_digest === tried;
  const refused = isTried && failure?.code !== undefined && !mayPass(failure);
  const stale = shown !== undefined && (refused || isStale(seconds(shown.madeAt), now));
  const problem = connection && walletProblem(connection, intent.owner);
  const send = (): void =>
    run(async () => {
      if (connection === undefined || shown === undefined) return;
      setSending(false);
      setTried(shown.message_digest);
      try {
        await signAndSend({ id: intent.id, shown, connection, cluster, onSigned: () => setSending(true) });
      } catch (error) {
        // Another decision may have been made meanwhile; the failure is shown without waiting for that.
        void changed();
        throw error;
      }
      announce('Signed and sent. Waiting for the chain.');
      await changed();
    });
  const fresh = (): void => void made.refetch();
  return (
    <>
      <WalletPicker />
      {problem !== undefined && connection !== undefined && (
        <WalletProblem problem={problem} connection={connection} owner={intent.owner} />
      )}
      {failure !== undefined && isTried && <Refusal failure={failure} />}
      <div className="row">
        {stale ? (
          <Button look="main" disabled={busy} onClick={fresh}>
            Build a new transaction
          </Button>
        ) : (
          <Button
            look="main"
            disabled={
              busy || connection === undefined || problem !== undefined || shown?.simulation.ok !== true
            }
            onClick={send}
          >
            Sign and send
          </Button>
        )}
        <Reject intent={intent} disabled={busy} />
      </div>
      <p className="small quiet" role="status">
        {signLabel({ busy, sending, stale, connected: connection !== undefined, made: shown !== undefined })}
      </p>
    </>
  );
}

type Problem = 'other_account' | 'signs_no_transactions';

function walletProblem({ wallet, account }: Connection, owner: string): Problem | undefined {
  if (account.address !== owner) return 'other_account';
  return signsTransactions(wallet) ? undefined : 'signs_no_transactions';
}

interface WalletProblemProps {
  readonly problem: Problem;
  readonly connection: Connection;
  readonly owner: string;
}

function WalletProblem({ problem, connection, owner }: WalletProblemProps) {
  const { name } = connection.wallet;
  if (problem === 'other_account') {
    return (
      <Notice tone="warn" title="Wrong wallet account" urgent>
        <p>
          Choose the account <KeyText value={owner} what="the wallet that signs" /> in {name}: only that
          account can sign this.
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={`${name} cannot sign transactions here`} urgent>
      <p>It signs only messages, or only older transactions. Use a wallet that signs v0 transactions.</p>
    </Notice>
  );
}

interface Standing {
  readonly busy: boolean;
  readonly sending: boolean;
  readonly stale: boolean;
  readonly connected: boolean;
  readonly made: boolean;
}

function signLabel({ busy, sending, stale, connected, made }: Standing): string {
  if (busy) return sending ? 'Signed. Sending…' : 'Confirm in your wallet.';
  if (stale) return 'The transaction shown is too old: the chain accepts one for about a minute.';
  if (!connected) return 'Connect your wallet to sign. To reject, your sign-in is enough.';
  if (!made) return 'Nothing to sign yet.';
  return 'Your wallet signs exactly what is shown here, byte for byte, or nothing is sent.';
}
