/** A conversation that this browser may take part in. */
export type ChatSession = {
  id: string
  secret: string
  customer_name: string
  customer_email: string
}

/** A message that the server has not confirmed. The same id is the same message, however often it is sent. */
export type PendingMessage = { client_id: string; message: string; failed?: boolean }

export type StoredChat = {
  /** The conversation that goes on, in every tab and after a reload. */
  current: ChatSession | null
  pending: PendingMessage[]
  /** Earlier conversations with their secrets, for the history. */
  known: { id: string; secret: string }[]
}

const STORAGE_KEY = 'chat'
const MOST_KNOWN = 50
const NOTHING: StoredChat = { current: null, pending: [], known: [] }

/** Used where storage is forbidden: the chat then lives as long as the page. */
let inMemory = NOTHING

export function readStoredChat(): StoredChat {
  try {
    return parseStoredChat(localStorage.getItem(STORAGE_KEY))
  } catch {
    return inMemory
  }
}

export function storeChat(changes: Partial<StoredChat>): StoredChat {
  inMemory = { ...readStoredChat(), ...changes }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(inMemory))
  } catch {
    // Full or forbidden.
  }
  return inMemory
}

export function rememberSecrets(secrets: { id: string; secret: string }[]) {
  const fresh = new Set(secrets.map(({ id }) => id))
  const others = readStoredChat().known.filter(({ id }) => !fresh.has(id))
  storeChat({ known: [...secrets, ...others].slice(0, MOST_KNOWN) })
}

/** Runs when another tab has changed the chat. */
export function onChatStored(handle: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) handle()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** Whatever the storage holds, the result can be used. */
export function parseStoredChat(text: string | null): StoredChat {
  const value: unknown = parsed(text)
  if (typeof value !== 'object' || value === null) return NOTHING
  const { current, pending, known } = value as Record<string, unknown>
  return {
    current: hasTexts(current, ['id', 'secret', 'customer_name', 'customer_email'])
      ? (current as ChatSession)
      : null,
    pending: listOf(pending, ['client_id', 'message']) as PendingMessage[],
    known: listOf(known, ['id', 'secret']) as StoredChat['known'],
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const listOf = (value: unknown, fields: string[]) =>
  Array.isArray(value) ? value.filter((item) => hasTexts(item, fields)) : []

const hasTexts = (value: unknown, fields: string[]) =>
  typeof value === 'object' &&
  value !== null &&
  fields.every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
