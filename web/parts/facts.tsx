import type { ReactNode } from 'react';

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
