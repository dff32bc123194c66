import type { Oltp } from '../../../core/oltp/port.ts';

type Listener = (credentialId: string) => void;

/** What this process changed of the credentials of one store. */
export class CredentialChanges {
  #generation = 0;
  readonly #listeners = new Set<Listener>();

  /** Grows with every change. */
  get generation(): number {
    return this.#generation;
  }

  /** Told of a credential that was revoked or rotated away. @returns what stops it */
  whenEnded(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Something may have changed, whatever it is. */
  note(): void {
    this.#generation += 1;
  }

  ended(credentialId: string): void {
    for (const listener of this.#listeners) listener(credentialId);
  }
}

const ofStores = new WeakMap<Oltp, CredentialChanges>();

/** One for each store, whoever writes to it: the doors of the API and the operator's commands. */
export function changesOf(oltp: Oltp): CredentialChanges {
  const changes = ofStores.get(oltp) ?? new CredentialChanges();
  ofStores.set(oltp, changes);
  return changes;
}
