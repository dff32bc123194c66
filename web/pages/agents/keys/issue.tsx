import { type FormEvent, useState } from 'react';
import { issueKey, type KeyTerms, keyConfirmation } from '../../../data/owner/credentials.ts';
import { useOwnerChanged } from '../../../data/owner/list.ts';
import { needsConfirmation, SCOPES, type Scope } from '../../../model/scopes.ts';
import { announce, Button, useDoing, useFocusAtFirst } from '../../../parts/actions.tsx';
import { Card } from '../../../parts/card.tsx';
import { SignedText } from '../../../parts/copy-button.tsx';
import { TextField } from '../../../parts/field.tsx';
import { FailureNotice } from '../../../parts/notice.tsx';
import { ScopeLine } from '../../../parts/scope-list.tsx';
import type { Secret } from './secrets.tsx';

interface Asked extends KeyTerms {
  readonly message: string;
}

/** Issues a key: immediately with base scopes, otherwise after the wallet signed for exactly those scopes. */
export function IssueKey({ onSecret }: { readonly onSecret: (secret: Secret) => void }) {
  const [asked, setAsked] = useState<Asked>();
  const [wentBack, setWentBack] = useState(false);
  // Input survives the signing step; issuing a key clears the form.
  const [terms, setTerms] = useState<KeyTerms>(NO_TERMS);
  const changed = useOwnerChanged();
  const doing = useDoing();
  const issue = async ({ label, scopes }: KeyTerms, message: string | undefined): Promise<void> => {
    const text = await issueKey({ label, scopes }, message);
    // The new secret takes the focus.
    setWentBack(false);
    setAsked(undefined);
    setTerms(NO_TERMS);
    onSecret({ what: 'key', label, text });
    announce(`Issued the key “${label}”.`);
    await changed();
  };
  const begin = (): void =>
    doing.run(async () => {
      const trimmed = { ...terms, label: terms.label.trim() };
      const message = await keyConfirmation(trimmed);
      if (message === undefined) await issue(trimmed, undefined);
      else setAsked({ ...trimmed, message });
    });
  return (
    <Card title="Issue a key" note="For an agent that cannot pair">
      {asked === undefined ? (
        <TermsForm busy={doing.busy} terms={terms} onChange={setTerms} onSubmit={begin} isBack={wentBack} />
      ) : (
        <Sign
          asked={asked}
          busy={doing.busy}
          onSign={() => doing.run(() => issue(asked, asked.message))}
          onBack={() => {
            setWentBack(true);
            setAsked(undefined);
          }}
        />
      )}
      {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
    </Card>
  );
}

const NO_TERMS: KeyTerms = { label: '', scopes: ['read'] };

interface TermsFormProps {
  readonly busy: boolean;
  readonly terms: KeyTerms;
  readonly onChange: (terms: KeyTerms) => void;
  readonly onSubmit: () => void;
  /** The owner went back to it. */
  readonly isBack: boolean;
}

function TermsForm({ busy, terms, onChange, onSubmit, isBack }: TermsFormProps) {
  const place = useFocusAtFirst<HTMLFormElement>(isBack);
  const { label, scopes } = terms;
  const choose = (scope: Scope, chosen: boolean): void =>
    onChange({
      ...terms,
      scopes: SCOPES.filter((each) => (each === scope ? chosen : scopes.includes(each))),
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="stack" onSubmit={submit} ref={place} tabIndex={-1}>
      <TextField
        label="Label"
        value={label}
        onText={(text) => onChange({ ...terms, label: text })}
        required
        maxLength={64}
        placeholder="Such as: trading agent"
      />
      <fieldset className="choices-set scope-choices">
        <legend className="field-legend">What it may do</legend>
        {SCOPES.map((scope) => (
          <label className="check scope-choice" key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              disabled={scope === 'read'}
              onChange={({ target }) => choose(scope, target.checked)}
            />
            <span>
              <ScopeLine scope={scope} />
            </span>
          </label>
        ))}
      </fieldset>
      <div className="row">
        <Button look="main" submit disabled={busy}>
          {needsConfirmation(scopes) ? 'Continue to sign' : 'Issue the key'}
        </Button>
        {needsConfirmation(scopes) && (
          <span className="small quiet">Your wallet signs for these scopes.</span>
        )}
      </div>
    </form>
  );
}

interface SignProps {
  readonly asked: Asked;
  readonly busy: boolean;
  readonly onSign: () => void;
  readonly onBack: () => void;
}

function Sign({ asked: { label, message }, busy, onSign, onBack }: SignProps) {
  const place = useFocusAtFirst<HTMLDivElement>();
  return (
    <div className="stack" ref={place} tabIndex={-1}>
      <p>Your wallet signs for “{label}” with exactly these scopes. It moves no funds.</p>
      <SignedText text={message} open />
      <div className="row">
        <Button look="main" disabled={busy} onClick={onSign}>
          Sign and issue
        </Button>
        <Button disabled={busy} onClick={onBack}>
          Back
        </Button>
        {busy && (
          <span className="small quiet" role="status">
            Confirm in your wallet.
          </span>
        )}
      </div>
    </div>
  );
}
