import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/actions.tsx';
import { TextField } from '../../parts/field.tsx';

export interface Conditions {
  /** JSON. */
  readonly where: string | undefined;
  readonly order: string | undefined;
}

interface ConditionsFormProps {
  readonly given: Conditions;
  readonly onAsk: (asked: Conditions) => void;
}

/** Asks for accounts by their fields; the API says what is wrong with a condition. */
export function ConditionsForm({ given, onAsk }: ConditionsFormProps) {
  const [where, setWhere] = useState(given.where ?? '');
  const [order, setOrder] = useState(given.order ?? '');
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    onAsk({ where: where.trim() || undefined, order: order.trim() || undefined });
  };
  return (
    <form className="stack" onSubmit={ask}>
      <TextField
        label="Conditions"
        hint='JSON, such as {"amount": {"gte": "1000"}}; operators: gt, gte, lt, lte, in'
        className="input mono"
        autoCapitalize="off"
        value={where}
        onText={setWhere}
      />
      <TextField
        label="Order by"
        hint="A field, or -field for the largest first. Leave empty to order by address."
        className="input mono"
        autoCapitalize="off"
        value={order}
        onText={setOrder}
      />
      <div className="row">
        <Button submit>Apply</Button>
      </div>
    </form>
  );
}
