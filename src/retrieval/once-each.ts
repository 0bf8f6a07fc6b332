/**
 * `work`, done once for each object and kept for as long as the object is. For what is met again: of objects that are not, the keeping outlives
 * them until V8 looks, and makes its young generation grow.
 *
 * @param work depends on its object alone, which never changes
 */
export function onceEach<Of extends object, Value>(work: (of: Of) => Value): (of: Of) => Value {
  const known = new WeakMap<Of, { readonly value: Value }>();
  return (of) => {
    let done = known.get(of);
    if (done === undefined) known.set(of, (done = { value: work(of) }));
    return done.value;
  };
}
