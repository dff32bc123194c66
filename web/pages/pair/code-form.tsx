import { useNavigate } from '@tanstack/react-router';
import { userCode } from '../../model/keys.ts';
import { Card } from '../../parts/card.tsx';
import { LookUpForm } from '../../parts/field.tsx';

/** Asks for the code that an agent shows. Entering the same code again looks it up again. */
export function CodeForm({
  given,
  onSame,
}: {
  readonly given: string | undefined;
  readonly onSame?: () => void;
}) {
  const navigate = useNavigate({ from: '/pair' });
  return (
    <Card title="The code that your agent shows">
      <LookUpForm
        label="Code"
        given={given}
        read={userCode}
        wrong="Codes are 8 consonants, like BCDF-GHJK."
        action="Continue"
        onFound={(code) => (code === given ? onSame?.() : void navigate({ search: { code } }))}
        className="input code-input"
        autoCapitalize="characters"
        maxLength={16}
        placeholder="XXXX-XXXX"
      />
    </Card>
  );
}
