import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/actions.tsx';
import { TextField } from '../../parts/field.tsx';

export interface CallConditions {
  /** JSON. */
  readonly where: string | undefined;
  readonly account: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface CallsFormProps {
  readonly given: CallConditions;
  /** Whether they can be chosen by an account. */
  readonly hasAccounts: boolean;
  readonly onAsk: (asked: CallConditions) => void;
}

const ATTRIBUTES = { className: 'input mono', autoCapitalize: 'off' } as const;

/** Asks for instructions or events by what is in them; the API says what is wrong with a condition. */
export function CallsForm({ given, hasAccounts, onAsk }: CallsFormProps) {
  const [asked, setAsked] = useState(given);
  const field = (name: keyof CallConditions) => ({
    ...ATTRIBUTES,
    value: asked[name] ?? '',
    onText: (text: string) => setAsked((before) => ({ ...before, [name]: text })),
  });
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    onAsk({
      where: asked.where?.trim() || undefined,
      account: asked.account?.trim() || undefined,
      from: asked.from?.trim() || undefined,
      to: asked.to?.trim() || undefined,
    });
  };
  return (
    <form className="stack" onSubmit={ask}>
      <TextField
        label="Conditions"
        hint='JSON, such as {"amount": {"gte": "1000"}}; operators: gt, gte, lt, lte, in'
        {...field('where')}
      />
      {hasAccounts && (
        <TextField label="Account" hint="Only instructions with this account" {...field('account')} />
      )}
      <div className="row">
        <TextField label="From slot" inputMode="numeric" {...field('from')} />
        <TextField label="To slot" inputMode="numeric" {...field('to')} />
      </div>
      <div className="row">
        <Button submit>Apply</Button>
      </div>
    </form>
  );
}
