import { useState } from 'react';
import { modeWidens, PERMISSION_MODES, type PermissionMode } from '../../../../core/rules/permission-mode.ts';
import { setMode } from '../../../data/owner/control.ts';
import { useOwnerChanged } from '../../../data/owner/list.ts';
import { announce } from '../../../parts/announce.tsx';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { useDoing } from '../../../parts/doing.ts';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import type { WaitsProps } from './keys.tsx';

const WORDS: Readonly<Record<PermissionMode, { readonly label: string; readonly meaning: string }>> = {
  observe: { label: 'Observe', meaning: 'Agents look, and propose nothing.' },
  propose: { label: 'Propose', meaning: 'Agents propose; you approve each intent.' },
  delegate: {
    label: 'Delegate',
    meaning: 'Intents within your policy and limits are approved at once. Your wallet still signs each.',
  },
};

/** How much agents may do without asking. */
export function Mode({ mode, onWaits }: WaitsProps & { readonly mode: PermissionMode }) {
  const [chosen, setChosen] = useState(mode);
  const changed = useOwnerChanged();
  const doing = useDoing();
  const save = (): void =>
    doing.run(async () => {
      const outcome = await setMode(chosen);
      announce(outcome.holds ? 'It applies from now on.' : 'It waits for your signature.');
      await changed();
      if (outcome.holds) return;
      setChosen(mode);
      onWaits(outcome.request);
    });
  return (
    <Card title="Permission mode" note="How much agents may do without asking">
      <fieldset className="choices-set stack">
        <legend className="visually-hidden">Permission mode</legend>
        {PERMISSION_MODES.map((each) => (
          <label className="check" key={each}>
            <input type="radio" name="mode" checked={chosen === each} onChange={() => setChosen(each)} />
            <span>
              <strong>{WORDS[each].label}</strong>
              {each === mode && <span className="quiet"> (now)</span>}
              <br />
              <span className="small quiet">{WORDS[each].meaning}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="row">
        <Button disabled={chosen === mode || doing.busy} onClick={save}>
          {modeWidens(mode, chosen) ? 'Continue to sign' : 'Save'}
        </Button>
        {modeWidens(mode, chosen) && (
          <span className="small quiet">Agents could do more: needs your signature.</span>
        )}
      </div>
      {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
    </Card>
  );
}
