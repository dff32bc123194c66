import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { userCode } from '../../model/keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';

export interface CodeFormProps {
  readonly given: string | undefined;
  /** Entering the same code again looks it up again. */
  readonly onSame?: () => void;
}

/** Asks for the code that an agent shows. */
export function CodeForm({ given, onSame }: CodeFormProps) {
  const id = useId();
  const navigate = useNavigate({ from: '/pair' });
  const [wrong, setWrong] = useState(given !== undefined && userCode(given) === undefined);
  const look = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('code') ?? '');
    const code = userCode(typed);
    setWrong(code === undefined);
    if (code !== undefined && code === given) onSame?.();
    else if (code !== undefined) void navigate({ search: { code } });
  };
  return (
    <Card title="The code that your agent shows">
      <form className="wallet-form" onSubmit={look} noValidate>
        <div className="field">
          <label htmlFor={id}>Code</label>
          <input
            id={id}
            name="code"
            className="input code-input"
            defaultValue={given}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={16}
            placeholder="XXXX-XXXX"
            aria-invalid={wrong}
            aria-describedby={wrong ? `${id}-wrong` : undefined}
          />
        </div>
        <Button look="main" submit>
          Continue
        </Button>
      </form>
      {wrong && (
        <p id={`${id}-wrong`} className="field-error" role="alert">
          Codes are 8 consonants, like BCDF-GHJK.
        </p>
      )}
    </Card>
  );
}
