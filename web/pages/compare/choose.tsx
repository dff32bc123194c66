import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { LAUNCH_ID } from '../../model/keys.ts';
import { Button } from '../../parts/actions.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';

const route = getRouteApi('/compare');
const SLOT = /^[0-9]{0,15}$/;

/** Which launches at which slots; an empty slot is now. */
export function Choose() {
  const { a = '', b = a, aslot = '', bslot = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState({ a, b, aslot, bslot });
  const [tried, setTried] = useState(false);
  const wrongId = (id: string) =>
    tried && !LAUNCH_ID.test(id) ? 'A launch id is a whole number.' : undefined;
  const wrongSlot = (slot: string) => (tried && !SLOT.test(slot) ? 'A slot is a whole number.' : undefined);
  const submit = (): void => {
    setTried(true);
    const good = [typed.a, typed.b].every((id) => LAUNCH_ID.test(id));
    if (!good || ![typed.aslot, typed.bslot].every((slot) => SLOT.test(slot))) return;
    void navigate({ search: { ...typed, aslot: typed.aslot || undefined, bslot: typed.bslot || undefined } });
  };
  const field = (name: keyof typeof typed, label: string, error: string | undefined) => (
    <TextField
      label={label}
      inputMode="numeric"
      value={typed[name]}
      error={error}
      onText={(text) => setTyped({ ...typed, [name]: text.trim() })}
    />
  );
  return (
    <Card title="What to compare" note="An empty slot is now">
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {field('a', 'Launch', wrongId(typed.a))}
        {field('aslot', 'At slot', wrongSlot(typed.aslot))}
        {field('b', 'With launch', wrongId(typed.b))}
        {field('bslot', 'Second slot', wrongSlot(typed.bslot))}
        <Button look="main" submit>
          Compare
        </Button>
      </form>
    </Card>
  );
}
