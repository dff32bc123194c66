import { type ReactNode, useId } from 'react';

export interface CardProps {
  readonly title: string;
  /** A few words next to the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with its own heading. */
export function Card({ title, note, children }: CardProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <div className="card-note">{note}</div>}
      </div>
      {children}
    </section>
  );
}
