import { z } from 'zod';

export const credentialId = z.string().regex(/^[0-9a-f-]{36}$/);

/** Any text may stand in a path: what is no id is nobody's credential, and no question for the store. */
export const namedCredential = credentialId.catch('none');
