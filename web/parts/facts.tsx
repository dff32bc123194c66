import type { ReactNode } from 'react';
import type { Change } from '../model/guardrails/changes.ts';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values: side by side in `facts`, one under the other in `pairs`. */
export function Facts({
  facts,
  look = 'facts',
}: {
  readonly facts: readonly Fact[];
  readonly look?: 'facts' | 'pairs';
}) {
  return (
    <dl className={look}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Changes: the current value and the next one. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul className="changes">
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          <span className="change-name">{name}</span>
          <span className="change-values">
            <del>
              <span className="visually-hidden">now </span>
              {before}
            </del>
            <span aria-hidden="true">→</span>
            <ins>
              <span className="visually-hidden">then </span>
              {after}
            </ins>
          </span>
        </li>
      ))}
    </ul>
  );
}
