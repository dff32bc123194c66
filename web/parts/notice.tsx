import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';

export interface NoticeProps {
  readonly tone: Exclude<Tone, 'good'>;
  readonly title: string;
  readonly children?: ReactNode;
  /** Announced immediately, for notices that appear on their own. */
  readonly urgent?: boolean;
}

/** Something that a reader should know before reading on. */
export function Notice({ tone, title, children, urgent = false }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={urgent ? 'alert' : undefined}>
      <p className="notice-title">{title}</p>
      {children}
    </div>
  );
}
