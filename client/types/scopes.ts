import type { SCOPE_NAMES } from '../../schemas/rest/scopes.ts';

/** What a credential may be used for. */
export type Scope = (typeof SCOPE_NAMES)[number];
