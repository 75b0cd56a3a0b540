import { webcrypto } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { chatStore, sendMessage } from './chat-store.ts'

afterEach(() => vi.unstubAllGlobals())

test('a message has an id that the server accepts, also where crypto.randomUUID is missing', () => {
  // As in a browser on plain http under any name but localhost.
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(bytes)
  vi.stubGlobal('crypto', { getRandomValues })
  sendMessage('Is the serum vegan?')
  const [message] = chatStore.state.pending
  expect(message).toMatchObject({ message: 'Is the serum vegan?' })
  expect(z.uuid().safeParse(message?.client_id).success).toBe(true)
})
