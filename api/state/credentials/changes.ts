type Listener = (credentialId: string) => void;

/** This process's changes to the credentials of one store. */
export class CredentialChanges {
  #generation = 0;
  readonly #listeners = new Set<Listener>();

  /** Increases with every change. */
  get generation(): number {
    return this.#generation;
  }

  /** Called for each revoked or rotated credential. @returns a function that unsubscribes */
  whenEnded(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Anything may have changed. */
  note(): void {
    this.#generation += 1;
  }

  ended(credentialId: string): void {
    for (const listener of this.#listeners) listener(credentialId);
  }
}
