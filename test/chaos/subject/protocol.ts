import type { Phase } from '../plan/fault.ts';

/** Ends the process by SIGKILL at the nth write from now on: to that table, or of any kind. */
export interface ArmedKill {
  readonly table: string | undefined;
  readonly nth: number;
  readonly phase: Phase;
}

export interface SubjectOptions {
  readonly settings: Readonly<Record<string, string>>;
  readonly pace: number;
  readonly logFile: string;
  /** Armed before the first statement. */
  readonly kill?: ArmedKill | undefined;
}

/** What the process under test is told. */
export type Order = { readonly kind: 'kill'; readonly kill: ArmedKill } | { readonly kind: 'stop' };

/** What it tells. Slots and revisions are decimal. */
export type Report =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'checkpoint'; readonly slot: string; readonly revision: string }
  | { readonly kind: 'failed'; readonly code: string; readonly detail: string };
