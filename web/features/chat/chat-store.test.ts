import { webcrypto } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import {
  CLOSING_MESSAGE,
  HISTORY_LENGTH,
  INACTIVITY_MINUTES,
  RESET_AFTER_MS,
  TYPING_PAUSE_MS,
} from '#contract/chat-rules.ts'
import { chatStore, sendMessage } from './chat-store.ts'

afterEach(() => vi.unstubAllGlobals())

// Shows S4.20, S4.22, S4.23, S9.8, S9.9, S9.10, B9.9
test('the times and the closing message are those of the specification', () => {
  expect(INACTIVITY_MINUTES).toBe(5)
  expect(CLOSING_MESSAGE).toBe(
    'This conversation has been closed due to inactivity. Thank you for chatting with us!',
  )
  expect(HISTORY_LENGTH).toBe(10)
  expect([TYPING_PAUSE_MS, RESET_AFTER_MS]).toEqual([2000, 2000])
})

test('a message has an id that the server accepts, also where crypto.randomUUID is missing', () => {
  // As in a browser on plain http under any name but localhost.
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(bytes)
  vi.stubGlobal('crypto', { getRandomValues })
  sendMessage('Is the serum vegan?')
  const [message] = chatStore.state.pending
  expect(message).toMatchObject({ message: 'Is the serum vegan?' })
  expect(z.uuid().safeParse(message?.client_id).success).toBe(true)
})
