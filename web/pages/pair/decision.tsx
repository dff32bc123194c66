import { useConnection } from '../../data/connection.ts';
import { decidePairing, type Verb } from '../../data/pairing.ts';
import { announce } from '../../parts/announce.tsx';
import { Button } from '../../parts/button.tsx';
import { useDoing } from '../../parts/doing.ts';
import { WalletPicker } from '../../parts/wallet-picker.tsx';
import type { OutcomeKind } from './outcome.tsx';
import { Refusal, type RequestProps } from './refusal.tsx';

export interface DecisionProps extends RequestProps {
  readonly compared: boolean;
  readonly onDecided: (outcome: OutcomeKind) => void;
}

/** The wallet and two buttons. Both sign; nothing else decides. */
export function Decision({ code, request, compared, onDecided }: DecisionProps) {
  const connection = useConnection();
  const { busy, failure, run } = useDoing();
  const decide = (verb: Verb): void =>
    run(async () => {
      if (connection === undefined) return;
      const { status } = await decidePairing({ verb, code, request, connection });
      announce(status === 'approved' ? 'Approved.' : 'Denied.');
      onDecided(status);
    });
  const ready = connection !== undefined && !busy;
  return (
    <>
      <h3>Wallet that it would act for</h3>
      <WalletPicker />
      {failure !== undefined && <Refusal failure={failure} />}
      <div className="row">
        <Button look="main" disabled={!ready || !compared} onClick={() => decide('approve')}>
          Sign and approve
        </Button>
        <Button look="danger" disabled={!ready} onClick={() => decide('deny')}>
          Sign and deny
        </Button>
      </div>
      <p className="small quiet" role="status">
        {busy ? 'Confirm in your wallet.' : missing(connection !== undefined, compared)}
      </p>
    </>
  );
}

function missing(connected: boolean, compared: boolean): string {
  if (!connected) return 'Connect a wallet to decide.';
  if (!compared) return 'To approve, compare the code first.';
  return 'Approving and denying are both signed; neither moves funds.';
}
