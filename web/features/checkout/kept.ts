/** A value kept by the browser; what it holds is checked by whoever reads it. */
export function kept(name: string, storage: () => Storage) {
  return {
    read(): unknown {
      try {
        return JSON.parse(storage().getItem(name) ?? 'null')
      } catch {
        return null
      }
    },
    write(value: unknown): void {
      try {
        storage().setItem(name, JSON.stringify(value))
      } catch {
        // Storage may be full or forbidden; then nothing outlives the page.
      }
    },
    forget(): void {
      try {
        storage().removeItem(name)
      } catch {
        // As above.
      }
    },
  }
}

export const forThisTab = () => sessionStorage
export const forThisBrowser = () => localStorage
