export type SharedCache = ReturnType<typeof createSharedCache>

/**
 * In-process cache for reads that every page needs and that change rarely: settings, navigation, categories.
 * Holds until `drop`, which every process calls on the `shop_changed` notification of the change.
 * A load that a drop overtakes still answers its callers, but is not stored.
 */
export function createSharedCache() {
  const values = new Map<string, Promise<unknown>>()
  return {
    cached<Value>(key: string, load: () => PromiseLike<Value>): Promise<Value> {
      const stored = values.get(key)
      if (stored) return stored as Promise<Value>
      const loading = Promise.resolve(load())
      values.set(key, loading)
      loading.catch(() => {
        if (values.get(key) === loading) values.delete(key)
      })
      return loading
    },
    drop: () => values.clear(),
  }
}
