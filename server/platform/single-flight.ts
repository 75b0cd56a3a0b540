/**
 * Concurrent calls with the same key share one run of `make` and its result, or its error. Nothing is cached:
 * once the run has ended, the next call starts a new one.
 */
export function singleFlight<Key, Value>() {
  const running = new Map<Key, Promise<Value>>()
  return (key: Key, make: () => Promise<Value>): Promise<Value> => {
    const current = running.get(key)
    if (current) return current
    const started = make().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
