import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { SetOutcome, WalletControl } from '../../data/owner/control.ts';
import { useOwnerChanged } from '../../data/owner/list.ts';
import type { Change, Counterparty } from '../../model/guardrails/changes.ts';
import { announce, Button, useDoing, useFocusAtFirst } from '../../parts/actions.tsx';
import { Card, Changes, NumbersTable } from '../../parts/card.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { Badge, KeyText } from '../../parts/values.tsx';

export function Keys({ keys, what }: { readonly keys: readonly string[]; readonly what: string }) {
  if (keys.length === 0) return <p className="quiet">None.</p>;
  return (
    <ul className="keys">
      {keys.map((key) => (
        <li key={key}>
          <KeyText value={key} what={what} />
        </li>
      ))}
    </ul>
  );
}

interface LabelledProps {
  readonly rows: readonly Counterparty[];
  readonly caption: string;
  readonly none: string;
}

export function Labelled({ rows, caption, none }: LabelledProps) {
  return (
    <NumbersTable
      caption={caption}
      none={none}
      rows={rows}
      keyOf={({ address }) => address}
      columns={[
        { name: 'Name', prose: true, cell: ({ label }) => label },
        { name: 'Wallet', cell: ({ address }) => <KeyText value={address} what="the wallet" /> },
      ]}
    />
  );
}

export interface WaitsProps {
  /** Called with the request that waits for the signature. */
  readonly onWaits: (request: string) => void;
}

export interface ControlProps extends WaitsProps {
  readonly control: WalletControl;
}

/** Whether a draft applies immediately; `ask` if only the API can tell. */
export type Effect = 'at_once' | 'opens_at_once' | 'signature' | 'ask';

const EFFECTS: Readonly<Record<Effect, { readonly badge: string; readonly action: string }>> = {
  at_once: { badge: 'Applies immediately', action: 'Save' },
  opens_at_once: { badge: 'May open markets at once', action: 'Save' },
  signature: { badge: 'Needs your signature', action: 'Continue to sign' },
  ask: { badge: 'May need your signature', action: 'Save' },
};

export interface Draft {
  /** Undefined while something in it does not parse. */
  readonly changes: readonly Change[] | undefined;
  readonly effect: Effect;
  readonly save: () => Promise<SetOutcome>;
}

export interface DraftFormProps extends WaitsProps {
  readonly draft: Draft;
  readonly onClose: () => void;
  /** The fields show their errors from now on. */
  readonly onTried: () => void;
  readonly children: ReactNode;
}

/** A form for one part of the guardrails: changes are shown before anything is sent, and typed input is kept. */
export function DraftForm({ draft, onClose, onWaits, onTried, children }: DraftFormProps) {
  const changed = useOwnerChanged();
  const doing = useDoing();
  const place = useFocusAtFirst<HTMLFormElement>();
  const { changes, effect, save } = draft;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onTried();
    if (changes === undefined || changes.length === 0) return;
    doing.run(async () => {
      const outcome = await save();
      announce(outcome.holds ? 'It applies from now on.' : 'It waits for your signature.');
      await changed();
      onClose();
      if (!outcome.holds) onWaits(outcome.request);
    });
  };
  return (
    <form className="stack draft" onSubmit={submit} noValidate ref={place} tabIndex={-1}>
      {children}
      <Preview changes={changes} effect={effect} />
      {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
      <div className="row">
        <Button look="main" submit disabled={doing.busy || changes?.length === 0}>
          {EFFECTS[effect].action}
        </Button>
        <Button disabled={doing.busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Preview({ changes, effect }: Pick<Draft, 'changes' | 'effect'>) {
  return (
    <div className="preview">
      <div className="row row-between">
        <h3>What changes</h3>
        {changes !== undefined && changes.length > 0 && (
          <Badge tone={effect === 'at_once' ? 'good' : 'warn'}>{EFFECTS[effect].badge}</Badge>
        )}
      </div>
      {changes === undefined && <p className="quiet">Shown once everything above is valid.</p>}
      {changes?.length === 0 && <p className="quiet">Nothing yet.</p>}
      {changes !== undefined && changes.length > 0 && <Changes changes={changes} />}
    </div>
  );
}

export interface EditableProps {
  readonly title: string;
  readonly note: string;
  /** The button's text: "Edit the policy". */
  readonly action: string;
  readonly children: ReactNode;
  readonly form: (close: () => void) => ReactNode;
}

/** A part of the guardrails, to read and to edit. */
export function Editable({ title, note, action, children, form }: EditableProps) {
  const [open, setOpen] = useState(false);
  const way = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    // What the form led to may have the focus already.
    if (wasOpen.current && !open && document.activeElement === document.body) way.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return (
    <Card title={title} note={note}>
      {open ? form(() => setOpen(false)) : children}
      {!open && (
        <div>
          <Button ref={way} onClick={() => setOpen(true)}>
            {action}
          </Button>
        </div>
      )}
    </Card>
  );
}
