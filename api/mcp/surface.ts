import type { CredentialKind } from '../../core/rules/scopes.ts';
import type { Tool } from './catalogue/tool.ts';

/** One MCP address: its credentials, its tools and its instructions for clients. */
export interface Surface {
  readonly path: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  /** Accepted credentials; by default an anonymous surface. */
  readonly credentials?: readonly CredentialKind[] | undefined;
  /** Lists its tools in as few words as possible. */
  readonly compact?: boolean | undefined;
}
