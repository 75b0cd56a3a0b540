import { Store } from '@tanstack/react-store'

/** Whether the chat panel is open. The chat loads after the page, and then shows what was asked for before. */
export const chatOpen = new Store(false)

export const setChatOpen = (open: boolean): void => chatOpen.setState(() => open)
