import { useId, useState } from 'react';
import { walletKey } from '../../../schemas/rest/sign-in.ts';
import { type KnownMint, useKnownMints } from '../../data/mints.ts';
import { setLimits } from '../../data/owner/control.ts';
import { grouped } from '../../model/formats.ts';
import { limitsChanges } from '../../model/guardrails/changes.ts';
import {
  type LimitField,
  limitsOf,
  type TypedLimit,
  typedLimit,
  wrongOf,
} from '../../model/guardrails/typed-limits.ts';
import { limitsWiden } from '../../model/guardrails/widens.ts';
import { readUnits } from '../../model/typed-amount.ts';
import { Button } from '../../parts/actions.tsx';
import { Field, TextField } from '../../parts/field.tsx';
import { LimitsTable } from '../../parts/limits-table.tsx';
import { type ControlProps, DraftForm, Editable } from './edit.tsx';

export interface LimitsFormProps extends ControlProps {
  readonly known: ReadonlyMap<string, KnownMint>;
  readonly onClose: () => void;
}

const EMPTY = { mint: '', per_intent: null, per_day: null };

function LimitsForm({ control, known, onWaits, onClose }: LimitsFormProps) {
  const mints = useId();
  const decimals = new Map([...known].map(([mint, each]) => [mint, each.decimals]));
  const [rows, setRows] = useState(() => control.limits.map((limit) => typedLimit(limit, decimals)));
  const [tried, setTried] = useState(false);
  const next = limitsOf(rows, decimals, isKey);
  return (
    <DraftForm
      draft={{
        changes: next && limitsChanges(control.limits, next, decimals),
        effect: next && limitsWiden(control.limits, next) ? 'signature' : 'at_once',
        save: () => setLimits(next ?? control.limits),
      }}
      onWaits={onWaits}
      onClose={onClose}
      onTried={() => setTried(true)}
    >
      <datalist id={mints}>
        {[...known.values()].map(({ mint, what }) => (
          <option key={mint} value={mint} label={what} />
        ))}
      </datalist>
      {rows.length === 0 && <p className="quiet">No mint has a limit.</p>}
      {rows.map((row, index) => (
        <LimitRow
          key={row.key}
          row={row}
          mints={mints}
          place={index + 1}
          known={known.get(row.mint.trim())}
          wrong={(field) => (tried ? wrongOf(rows, index, decimals, isKey)[field] : undefined)}
          onChange={(part) => setRows(rows.map((each) => (each === row ? { ...row, ...part } : each)))}
          onRemove={() => setRows(rows.filter((each) => each !== row))}
        />
      ))}
      <div>
        <Button onClick={() => setRows([...rows, typedLimit(EMPTY, decimals)])}>Add a limit</Button>
      </div>
    </DraftForm>
  );
}

const isKey = (text: string): boolean => walletKey.safeParse(text).success;

interface LimitRowProps {
  readonly row: TypedLimit;
  readonly place: number;
  /** Id of the list of known mints. */
  readonly mints: string;
  readonly known: KnownMint | undefined;
  readonly wrong: (field: LimitField) => string | undefined;
  readonly onChange: (part: Partial<TypedLimit>) => void;
  readonly onRemove: () => void;
}

function LimitRow({ row, place, mints, known, wrong, onChange, onRemove }: LimitRowProps) {
  const inTokens = row.unit === 'token' && known !== undefined;
  return (
    <fieldset className="choices-set limit-row">
      <legend className="field-legend">Limit {place}</legend>
      <TextField
        label="Mint"
        hint={known?.what}
        error={wrong('mint')}
        className="input mono"
        list={mints}
        value={row.mint}
        onText={(mint) => onChange({ mint })}
      />
      <Field label="Unit">
        {(field) => (
          <select
            {...field}
            className="input"
            value={inTokens ? 'token' : 'base'}
            onChange={({ target }) => onChange({ unit: target.value === 'token' ? 'token' : 'base' })}
          >
            <option value="token" disabled={known === undefined}>
              {known === undefined ? 'tokens (decimals not known)' : `tokens (${known.decimals} decimals)`}
            </option>
            <option value="base">base units</option>
          </select>
        )}
      </Field>
      {AMOUNTS.map(({ field: name, label }) => (
        <TextField
          key={name}
          label={label}
          error={wrong(name)}
          hint={inTokens ? exactly(row[name], known.decimals) : 'Leave empty for no limit.'}
          inputMode="decimal"
          placeholder="no limit"
          value={row[name]}
          onText={(text) => onChange({ [name]: text })}
        />
      ))}
      <Button aria-label={`Remove limit ${place}`} onClick={onRemove}>
        Remove
      </Button>
    </fieldset>
  );
}

const AMOUNTS = [
  { field: 'perIntent', label: 'One intent, at most' },
  { field: 'perDay', label: '24 hours, at most' },
] as const;

function exactly(text: string, decimals: number): string {
  const { base } = readUnits(text, decimals);
  return base === undefined ? 'Leave empty for no limit.' : `${grouped(base)} base units`;
}

/** How much of each mint agents may move. */
export function LimitsCard({ control, onWaits }: ControlProps) {
  const known = useKnownMints();
  const { limits } = control;
  return (
    <Editable
      title="Limits"
      note="The most that may leave the wallet; a mint without a limit is unlimited"
      action="Edit the limits"
      form={(close) => <LimitsForm control={control} onWaits={onWaits} known={known} onClose={close} />}
    >
      <LimitsTable limits={limits} />
    </Editable>
  );
}
