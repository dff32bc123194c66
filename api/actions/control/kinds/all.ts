import * as grants from './grants.ts';
import type { RequestKind } from './kind.ts';
import * as settings from './settings.ts';

/** A kind with its payload type erased, so that one list contains all. */
export type AnyKind = RequestKind<unknown>;

const KINDS: readonly AnyKind[] = [
  settings.switchKind,
  settings.permissionModeKind,
  settings.policyKind,
  settings.limitsKind,
  settings.counterpartiesKind,
  settings.jurisdictionKind,
  grants.sessionSignerKind,
  grants.agntaGrantKind,
  grants.agntaGrantClearKind,
  grants.agntaIdentityKind,
  grants.agentWalletKind,
] as unknown as readonly AnyKind[];

export function kindNamed(name: string): AnyKind | undefined {
  return KINDS.find((kind) => kind.name === name);
}
