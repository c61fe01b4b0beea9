/** For the formats of `Intl`: a browser takes up to 20 ms to make one, so no page makes one while it is being loaded. */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
