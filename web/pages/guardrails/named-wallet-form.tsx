import { type FormEvent, useState } from 'react';
import { walletSignature } from '../../../schemas/rest/sign-in.ts';
import { counterparty } from '../../../schemas/rest/wallet-control.ts';
import { askForAgentWallet, watchWallet } from '../../data/owner/control.ts';
import { useOwnerChanged } from '../../data/owner/list.ts';
import type { Counterparty } from '../../model/guardrails/changes.ts';
import { announce, Button, useDoing } from '../../parts/actions.tsx';
import { SignedText } from '../../parts/copy-button.tsx';
import { TextField } from '../../parts/field.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import type { WaitsProps } from './edit.tsx';

export interface NamedWalletFormProps {
  readonly label: string;
  /** The button's text, a verb. */
  readonly action: string;
  /** Input is kept until it has been saved. */
  readonly work: (wallet: Counterparty) => Promise<void>;
}

const EMPTY = { label: '', address: '' };

/** Adds a wallet under a name chosen by the owner. */
function NamedWalletForm({ label, action, work }: NamedWalletFormProps) {
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const doing = useDoing();
  const wallet = namedWallet(typed);
  const wrong = tried ? wrongNamed(wallet) : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!counterparty.safeParse(wallet).success) return;
    doing.run(async () => {
      await work(wallet);
      setTyped(EMPTY);
      setTried(false);
    });
  };
  return (
    <form className="stack" aria-label={label} onSubmit={submit} noValidate>
      <div className="counterparty-row">
        <NamedFields typed={typed} wrong={wrong} onChange={(part) => setTyped({ ...typed, ...part })} />
        <Button submit disabled={doing.busy}>
          {action}
        </Button>
      </div>
      {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
    </form>
  );
}

/** As typed, trimmed. */
export const namedWallet = ({ address, label }: Counterparty): Counterparty => ({
  address: address.trim(),
  label: label.trim(),
});

/** What is wrong with each field. */
export function wrongNamed(wallet: Counterparty): Partial<Counterparty> {
  const issues = counterparty.safeParse(wallet).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), `It must be ${message}.`]));
}

const FIELDS = [
  { name: 'label', label: 'Name', look: 'input' },
  { name: 'address', label: 'Wallet', look: 'input mono' },
] as const;

export interface NamedFieldsProps {
  readonly typed: Counterparty;
  /** What is wrong with each of them. */
  readonly wrong: Partial<Counterparty>;
  readonly onChange: (part: Partial<Counterparty>) => void;
}

/** The fields of a wallet with a name chosen by the owner. */
export function NamedFields({ typed, wrong, onChange }: NamedFieldsProps) {
  return FIELDS.map(({ name, label, look }) => (
    <TextField
      key={name}
      label={label}
      error={wrong[name]}
      className={look}
      value={typed[name]}
      onText={(text) => onChange({ [name]: text })}
    />
  ));
}

interface Consent extends Counterparty {
  readonly text: string;
}

/** Lets a wallet act for the owner: it signs its consent, then the owner's wallet signs. */
export function AddAgentWallet({ onWaits }: WaitsProps) {
  const [consent, setConsent] = useState<Consent>();
  if (consent !== undefined) {
    return <Agree consent={consent} onWaits={onWaits} onClose={() => setConsent(undefined)} />;
  }
  return (
    <NamedWalletForm
      label="Let a wallet act for you"
      action="Continue"
      work={async (wallet) => {
        const { consent: text } = await askForAgentWallet(wallet);
        if (text !== null) setConsent({ ...wallet, text });
      }}
    />
  );
}

interface AgreeProps extends WaitsProps {
  readonly consent: Consent;
  readonly onClose: () => void;
}

function Agree({ consent: { text, ...wallet }, onWaits, onClose }: AgreeProps) {
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const changed = useOwnerChanged();
  const doing = useDoing();
  const signature = walletSignature.safeParse(typed.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!signature.success) return;
    doing.run(async () => {
      const { request } = await askForAgentWallet({ ...wallet, wallet_signature: signature.data });
      announce('It waits for your signature.');
      await changed();
      onClose();
      if (request !== null) onWaits(request.id);
    });
  };
  return (
    <form className="stack" aria-label="The consent of the wallet" onSubmit={submit} noValidate>
      <p>
        “{wallet.label}” agrees by signing this text with its own key, wherever that is kept. The signature is
        good once, until the time in the text. Then your wallet signs.
      </p>
      <SignedText text={text} by={`“${wallet.label}”`} open />
      <TextField
        label="Its signature, in base58"
        error={tried && !signature.success ? 'It must be a base58 signature of 64 bytes.' : undefined}
        className="input mono"
        value={typed}
        onText={setTyped}
      />
      {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
      <div className="row">
        <Button look="main" submit disabled={doing.busy}>
          Continue to sign
        </Button>
        <Button disabled={doing.busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Adds an address for agents to watch. */
export function Watch() {
  const changed = useOwnerChanged();
  return (
    <NamedWalletForm
      label="Watch a wallet"
      action="Watch"
      work={async (wallet) => {
        await watchWallet(wallet);
        announce(`“${wallet.label}” is watched.`);
        await changed();
      }}
    />
  );
}
