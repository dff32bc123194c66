import type { Tone } from '../model/launch.ts';
import { SCOPE_WORDS, type Scope, type ScopeWeight, weightOf } from '../model/scopes.ts';
import { Badge } from './values.tsx';

/** How a scope's weight is marked. */
export const MARKS: Readonly<
  Record<ScopeWeight, { readonly tone: Tone; readonly label: string } | undefined>
> = {
  base: undefined,
  manage: { tone: 'info', label: 'Changes settings' },
  execution: { tone: 'warn', label: 'Can move value' },
};

function ScopeMark({ scope }: { readonly scope: Scope }) {
  const mark = MARKS[weightOf(scope)];
  return mark === undefined ? null : <Badge tone={mark.tone}>{mark.label}</Badge>;
}

/** What each scope can and cannot do. */
export function ScopeList({ scopes }: { readonly scopes: readonly Scope[] }) {
  return (
    <ul className="scopes">
      {scopes.map((scope) => (
        <li key={scope} data-tone={MARKS[weightOf(scope)]?.tone ?? 'plain'}>
          <ScopeLine scope={scope} />
        </li>
      ))}
    </ul>
  );
}

export function ScopeLine({ scope }: { readonly scope: Scope }) {
  const { label, can, cannot } = SCOPE_WORDS[scope];
  return (
    <>
      <div className="row">
        <strong>{label}</strong>
        <code className="quiet">{scope}</code>
        <ScopeMark scope={scope} />
      </div>
      <p className="small">
        <span className="scope-can">Can:</span> {can}
      </p>
      <p className="small quiet">
        <span className="scope-cannot">Cannot:</span> {cannot}
      </p>
    </>
  );
}
