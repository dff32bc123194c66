/** Makes a value when it is first asked for, and keeps it. A `make` that throws is tried again. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
