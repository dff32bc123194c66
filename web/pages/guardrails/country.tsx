import { useState } from 'react';
import { COUNTRIES } from '../../../schemas/rest/countries.ts';
import { declareCountry } from '../../data/owner/control.ts';
import { countryName, differing } from '../../model/guardrails/changes.ts';
import { Field } from '../../parts/field.tsx';
import { type ControlProps, DraftForm, Editable } from './edit.tsx';

/** The country that the owner declares; it opens some markets. */
export function CountryCard({ control, onWaits }: ControlProps) {
  const { jurisdiction } = control;
  return (
    <Editable
      title="Country"
      note="Leveraged positions, tokenized equities and payouts to banks depend on your country"
      action={jurisdiction === null ? 'Declare your country' : 'Declare another country'}
      form={(close) => <Form control={control} onWaits={onWaits} onClose={close} />}
    >
      {jurisdiction === null ? (
        <p className="quiet">Not declared: those markets stay closed.</p>
      ) : (
        <p>
          <strong>{countryName(jurisdiction)}</strong>
        </p>
      )}
    </Editable>
  );
}

const BY_NAME = [...COUNTRIES]
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

function Form({ control, onWaits, onClose }: ControlProps & { readonly onClose: () => void }) {
  const { jurisdiction: now } = control;
  const [chosen, setChosen] = useState(now ?? '');
  const [tried, setTried] = useState(false);
  const name = (code: string | null): string => (code === null ? 'not declared' : countryName(code));
  return (
    <DraftForm
      draft={{
        changes: chosen === '' ? undefined : differing([['Country', name(now), name(chosen)]]),
        // A first declaration needs no signature; the operator decides which markets it opens.
        effect: now === null ? 'opens_at_once' : 'ask',
        save: () => declareCountry(chosen),
      }}
      onWaits={onWaits}
      onClose={onClose}
      onTried={() => setTried(true)}
    >
      <Field
        label="The country that you are in"
        hint="You declare it yourself. Launchlens does not verify it."
        error={tried && chosen === '' ? 'Choose one.' : undefined}
      >
        {(field) => (
          <select
            {...field}
            className="input"
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">Choose…</option>
            {BY_NAME.map(({ code, name: shown }) => (
              <option key={code} value={code}>
                {shown}
              </option>
            ))}
          </select>
        )}
      </Field>
    </DraftForm>
  );
}
