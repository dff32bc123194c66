import { useId, useState } from 'react';
import type { ZodType } from 'zod';
import { walletKey } from '../../../schemas/rest/sign-in.ts';
import { policyName, walletPolicy } from '../../../schemas/rest/wallet-control.ts';
import { setPolicy } from '../../data/owner/control.ts';
import { type Policy, policyChanges } from '../../model/guardrails/changes.ts';
import { linesOf, wrongLine } from '../../model/guardrails/lines.ts';
import { policyWidens } from '../../model/guardrails/widens.ts';
import { Facts } from '../../parts/facts.tsx';
import { Field, type FieldProps } from '../../parts/field.tsx';
import { type ControlProps, DraftForm, Editable, Keys } from './edit.tsx';

/** A list as typed; `all` ignores it but keeps the input. */
interface Listing {
  readonly all: boolean;
  readonly text: string;
}

interface Typed {
  readonly tools: Listing;
  readonly denied: string;
  readonly mints: Listing;
  readonly venues: Listing;
  readonly counterpartiesOnly: boolean;
}

function PolicyForm({ control, onWaits, onClose }: ControlProps & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState(() => typedOf(control.policy));
  const [tried, setTried] = useState(false);
  const become = (part: Partial<Typed>): void => setTyped({ ...typed, ...part });
  const next = policyOf(typed);
  const wrong = (text: string, one: ZodType): string | undefined =>
    tried ? wrongLine(linesOf(text), one) : undefined;
  return (
    <DraftForm
      draft={{
        changes: next && policyChanges(control.policy, next),
        effect: next && policyWidens(control.policy, next, control.counterparties) ? 'signature' : 'at_once',
        save: () => setPolicy(next ?? control.policy),
      }}
      onWaits={onWaits}
      onClose={onClose}
      onTried={() => setTried(true)}
    >
      <div className="columns">
        <ListChoice
          legend="Tools that agents may call"
          all="All tools"
          value={typed.tools}
          onChange={(tools) => become({ tools })}
          error={wrong(typed.tools.text, policyName)}
          hint="One per line, such as get_source_status."
        />
        <LinesField
          label="Denied tools"
          hint="One per line. Denied even if the tool is allowed."
          error={wrong(typed.denied, policyName)}
          text={typed.denied}
          onText={(denied) => become({ denied })}
        />
        <ListChoice
          legend="Mints that may leave the wallet"
          all="All mints"
          value={typed.mints}
          onChange={(mints) => become({ mints })}
          error={wrong(typed.mints.text, walletKey)}
          hint="One address per line. For SOL, use its wrapped mint, So1111…1112."
        />
        <ListChoice
          legend="Venues"
          all="All venues"
          value={typed.venues}
          onChange={(venues) => become({ venues })}
          error={wrong(typed.venues.text, policyName)}
          hint="One per line, such as jupiter."
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={typed.counterpartiesOnly}
          onChange={({ target }) => become({ counterpartiesOnly: target.checked })}
        />
        <span>Only send tokens to registered counterparties</span>
      </label>
    </DraftForm>
  );
}

interface ListChoiceProps {
  readonly legend: string;
  readonly all: string;
  readonly value: Listing;
  readonly onChange: (value: Listing) => void;
  readonly hint: string;
  readonly error: string | undefined;
}

function ListChoice({ legend, all, value, onChange, hint, error }: ListChoiceProps) {
  const name = useId();
  return (
    <fieldset className="choices-set list-choice">
      <legend className="field-legend">{legend}</legend>
      {[true, false].map((whole) => (
        <label className="check" key={String(whole)}>
          <input
            type="radio"
            name={name}
            checked={value.all === whole}
            onChange={() => onChange({ ...value, all: whole })}
          />
          <span>{whole ? all : 'Only these'}</span>
        </label>
      ))}
      {!value.all && (
        <LinesField
          label={<span className="visually-hidden">{legend}, only these</span>}
          hint={hint}
          error={error}
          text={value.text}
          onText={(text) => onChange({ ...value, text })}
        />
      )}
    </fieldset>
  );
}

const listingOf = (names: readonly string[] | null): Listing => ({
  all: names === null,
  text: names?.join('\n') ?? '',
});

const typedOf = (policy: Policy): Typed => ({
  tools: listingOf(policy.allowed_tools),
  denied: policy.denied_tools.join('\n'),
  mints: listingOf(policy.allowed_mints),
  venues: listingOf(policy.allowed_venues),
  counterpartiesOnly: policy.counterparties_only,
});

/** Undefined while something in it is invalid. */
function policyOf({ tools, denied, mints, venues, counterpartiesOnly }: Typed): Policy | undefined {
  const list = ({ all, text }: Listing): string[] | null => (all ? null : linesOf(text));
  return walletPolicy.safeParse({
    allowed_tools: list(tools),
    denied_tools: linesOf(denied),
    allowed_mints: list(mints),
    allowed_venues: list(venues),
    counterparties_only: counterpartiesOnly,
  }).data;
}

export interface LinesFieldProps extends Omit<FieldProps, 'children'> {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A list with one entry per line. */
function LinesField({ text, onText, ...field }: LinesFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          className="input lines"
          rows={4}
          spellCheck={false}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  );
}

/** Which tools, mints and venues agents may use, and to whom tokens may go. */
export function PolicyCard({ control, onWaits }: ControlProps) {
  const { policy } = control;
  return (
    <Editable
      title="Policy"
      note="What agents may use at all"
      action="Edit the policy"
      form={(close) => <PolicyForm control={control} onWaits={onWaits} onClose={close} />}
    >
      <Facts
        facts={[
          { name: 'Tools', value: list(policy.allowed_tools, 'all') },
          { name: 'Denied tools', value: list(policy.denied_tools, 'none named') },
          { name: 'Venues', value: list(policy.allowed_venues, 'all') },
          {
            name: 'Tokens go to',
            value: policy.counterparties_only ? 'registered counterparties only' : 'anyone',
          },
          {
            name: 'Mints that may leave the wallet',
            value:
              policy.allowed_mints === null ? 'all' : <Keys keys={policy.allowed_mints} what="the mint" />,
          },
        ]}
      />
    </Editable>
  );
}

function list(names: readonly string[] | null, otherwise: string): string {
  return names === null ? otherwise : names.join(', ') || (otherwise === 'all' ? 'none' : otherwise);
}
