import type { AccountType } from '../types.ts';
import { comparableAt } from './path.ts';

/** An order of accounts: what they are ranked by, then the bytes of their addresses. */
export interface Order {
  /** Whether there is no value to compare; such accounts come last, whatever the direction. */
  readonly missing: string;
  readonly value: string;
  readonly descending: boolean;
}

/** @param text `field` or `-field` @throws PARAMETER_MALFORMED */
export function compileOrder(type: AccountType, text: string): Order {
  const descending = text.startsWith('-');
  const { layout, sql, absent } = comparableAt(type, descending ? text.slice(1) : text, 'order_by');
  const conditions = layout.kind === 'float' ? [...absent, `isNaN(${sql})`] : absent;
  if (conditions.length === 0) return { missing: 'false', value: sql, descending };
  const missing = conditions.join(' OR ');
  // One value for all of them, so that the address decides.
  return {
    missing: `(${missing})`,
    value: `if(${missing}, defaultValueOfArgumentType(${sql}), ${sql})`,
    descending,
  };
}
