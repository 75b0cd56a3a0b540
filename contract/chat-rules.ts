// What both sides of the chat agree on. Without zod, so that the widget can import it.

export const CHAT_LIMITS = { name: 100, message: 5000, cart_lines: 30 }

/** History shows at most this many conversations. */
export const HISTORY_LENGTH = 10

export const INACTIVITY_MINUTES = 5
/** The last line of a conversation that was closed after so long without a message. */
export const CLOSING_MESSAGE =
  'This conversation has been closed due to inactivity. Thank you for chatting with us!'

/** Customers see this name for every agent. */
export const AGENT_NAME = 'Support'

/** Who types says so again while typing goes on, and takes it back after this long without a key. */
export const TYPING_PAUSE_MS = 2000
/** The widget starts over this long after the customer has seen that the conversation is closed. */
export const RESET_AFTER_MS = 2000
/** A typing mark that is not renewed disappears, in case its end was lost. */
export const TYPING_EXPIRY_MS = 5000

/** An idle stream carries a heartbeat this often. */
export const HEARTBEAT_MS = 15_000
/** A stream without any event for this long is dead, whatever the network says: connect again. */
export const SILENCE_MS = 35_000

/** The widget answers a heartbeat when its last answer is older than this. */
export const ANSWER_MS = 20_000
/** Both sides count as online for this long after their last sign of life: an open connection may be dead. */
export const PRESENCE_EXPIRY_MS = 45_000

/** The questions that the assistant answers by itself, in this order. Without zod: the chat's script has it, too. */
export const ANSWER_KEYS = [
  'answer_shipping',
  'answer_returns',
  'answer_tracking',
  'answer_vegan',
  'answer_ingredients',
] as const
