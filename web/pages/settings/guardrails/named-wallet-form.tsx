import { type FormEvent, useState } from 'react';
import { counterparty } from '../../../../schemas/rest/wallet-control.ts';
import type { Counterparty } from '../../../model/guardrails/changes.ts';
import { Button } from '../../../parts/button.tsx';
import { useDoing } from '../../../parts/doing.ts';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { TextField } from '../../../parts/field.tsx';

export interface NamedWalletFormProps {
  readonly label: string;
  /** The button's text, a verb. */
  readonly action: string;
  /** Input is kept until it has been saved. */
  readonly work: (wallet: Counterparty) => Promise<void>;
}

const EMPTY = { label: '', address: '' };

/** Adds a wallet under a name chosen by the owner. */
export function NamedWalletForm({ label, action, work }: NamedWalletFormProps) {
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
        <NamedFields {...{ typed, wrong }} onChange={(part) => setTyped({ ...typed, ...part })} />
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
