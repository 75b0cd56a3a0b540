import { LRUCache } from 'lru-cache'

type Options<Value> = {
  /** The sum of all sizes that the cache may hold; the least recently used go first. */
  maxSize: number
  sizeOf?: (value: Value) => number
}

/**
 * Values that do not depend on who asks, cached until the data behind them changes. Concurrent loads of one
 * key share one call (single-flight). A value whose key is dropped while it is being made still goes to
 * those who wait for it, but is not stored: it may have been read before the change.
 */
export function createSharedCache<Value extends object>({
  maxSize,
  sizeOf = () => 1,
}: Options<Value>) {
  const stored = new LRUCache<string, Value>({ maxSize, sizeCalculation: sizeOf })
  const running = new Map<string, Promise<Value>>()

  function load(key: string, make: () => Promise<Value>, isStorable = (_: Value) => true) {
    const current = running.get(key)
    if (current) return current
    const started: Promise<Value> = make().then(
      (value) => {
        if (running.get(key) !== started) return value
        running.delete(key)
        if (isStorable(value)) stored.set(key, value)
        return value
      },
      (error) => {
        if (running.get(key) === started) running.delete(key)
        throw error
      },
    )
    running.set(key, started)
    return started
  }

  return {
    get: (key: string) => stored.get(key),

    /** The cached value, or the one that `make` returns, stored unless `isStorable` says no. */
    async getOrLoad(key: string, make: () => Promise<Value>, isStorable?: (_: Value) => boolean) {
      return stored.get(key) ?? load(key, make, isStorable)
    },

    /** Stores a value whose size has changed. */
    resize(key: string, value: Value) {
      if (stored.peek(key) === value) stored.set(key, value)
    },

    drop(isAffected: (key: string) => boolean) {
      for (const key of running.keys()) if (isAffected(key)) running.delete(key)
      for (const key of stored.keys()) if (isAffected(key)) stored.delete(key)
    },
  }
}
