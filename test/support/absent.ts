/** Stands for a part that the test must not come to: touching it fails. */
export function absent<Part extends object>(what: string): Part {
  const refuse = (): never => {
    throw new Error(`there is no ${what} here`);
  };
  return new Proxy({}, { get: refuse }) as Part;
}
