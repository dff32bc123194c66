import { useState } from 'react';
import { setCounterparties } from '../../data/owner/control.ts';
import { type Counterparty, counterpartiesChanges } from '../../model/guardrails/changes.ts';
import { counterpartiesWiden } from '../../model/guardrails/widens.ts';
import { Button } from '../../parts/actions.tsx';
import { type ControlProps, DraftForm, Editable, Labelled } from './edit.tsx';
import { NamedFields, namedWallet, wrongNamed } from './named-wallet-form.tsx';

/** Whom the wallet may deal with. */
export function CounterpartiesCard({ control, onWaits }: ControlProps) {
  const note = control.policy.counterparties_only
    ? 'Tokens may only go to these'
    : 'Used only when transfers are restricted to this list';
  return (
    <Editable
      title="Counterparties"
      note={note}
      action="Edit the counterparties"
      form={(close) => <Form control={control} onWaits={onWaits} onClose={close} />}
    >
      <Labelled
        rows={control.counterparties}
        caption="Counterparties"
        none="No counterparties are registered."
      />
    </Editable>
  );
}

interface Row extends Counterparty {
  readonly key: string;
}

let made = 0;
const rowOf = ({ address, label }: Counterparty): Row => {
  made += 1;
  return { key: `counterparty ${made}`, address, label };
};

function Form({ control, onWaits, onClose }: ControlProps & { readonly onClose: () => void }) {
  const { policy, counterparties: now } = control;
  const [rows, setRows] = useState(() => now.map(rowOf));
  const [tried, setTried] = useState(false);
  const next = setOf(rows);
  return (
    <DraftForm
      draft={{
        changes: next && counterpartiesChanges(now, next),
        effect: next && counterpartiesWiden(policy, now, next) ? 'signature' : 'at_once',
        save: () => setCounterparties(next ?? now),
      }}
      onWaits={onWaits}
      onClose={onClose}
      onTried={() => setTried(true)}
    >
      {rows.length === 0 && <p className="quiet">No counterparties are registered.</p>}
      {rows.map((row, index) => (
        <CounterpartyRow
          key={row.key}
          row={row}
          place={index + 1}
          wrong={tried ? wrongOf(rows, index) : {}}
          onChange={(part) => setRows(rows.map((each) => (each === row ? { ...row, ...part } : each)))}
          onRemove={() => setRows(rows.filter((each) => each !== row))}
        />
      ))}
      <div>
        <Button onClick={() => setRows([...rows, rowOf({ address: '', label: '' })])}>
          Add a counterparty
        </Button>
      </div>
    </DraftForm>
  );
}

interface CounterpartyRowProps {
  readonly row: Row;
  readonly place: number;
  readonly wrong: Partial<Counterparty>;
  readonly onChange: (part: Partial<Counterparty>) => void;
  readonly onRemove: () => void;
}

function CounterpartyRow({ row, place, wrong, onChange, onRemove }: CounterpartyRowProps) {
  return (
    <fieldset className="choices-set counterparty-row">
      <legend className="visually-hidden">Counterparty {place}</legend>
      <NamedFields typed={row} wrong={wrong} onChange={onChange} />
      <Button aria-label={`Remove counterparty ${place}`} onClick={onRemove}>
        Remove
      </Button>
    </fieldset>
  );
}

function wrongOf(rows: readonly Row[], index: number): Partial<Counterparty> {
  const wallet = namedWallet(rows[index] ?? { address: '', label: '' });
  const found = wrongNamed(wallet);
  const twice = rows.findIndex((row) => row.address.trim() === wallet.address) < index;
  return twice && found.address === undefined
    ? { ...found, address: 'This wallet is already listed above.' }
    : found;
}

function setOf(rows: readonly Row[]): Counterparty[] | undefined {
  const wrong = rows.some((_, index) => Object.keys(wrongOf(rows, index)).length > 0);
  return wrong ? undefined : rows.map(namedWallet);
}
