import type { Change } from '../model/guardrails/changes.ts';

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
