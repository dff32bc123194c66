import type { Counterparty } from '../../../model/guardrails/parts.ts';
import { Field } from '../../../parts/field.tsx';

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
    <Field key={name} label={label} error={wrong[name]}>
      {(field) => (
        <input
          {...field}
          className={look}
          autoComplete="off"
          spellCheck={false}
          value={typed[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  ));
}
