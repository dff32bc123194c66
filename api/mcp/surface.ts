import type { CredentialKind } from '../../core/rules/scopes.ts';
import type { Tool } from './catalogue/tool.ts';

/** One MCP address: whom it serves, which tools it lists and what it tells its clients. */
export interface Surface {
  readonly path: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  /** Credentials that it takes; an anonymous surface when left out. */
  readonly credentials?: readonly CredentialKind[] | undefined;
  /** Lists its tools in as few words as a client can go by. */
  readonly compact?: boolean | undefined;
}
