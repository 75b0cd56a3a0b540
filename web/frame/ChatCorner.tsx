import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CHAT_LIMITS } from '#contract/chat-rules.ts'
import { useCart } from '../features/cart/cart.ts'
import { ChatWidget } from '../features/chat/ChatWidget.tsx'

const TITLE_PAUSE_MS = 500
const LONGEST_TITLE = 300
const LONGEST_NAME = 200

/** The chat with what it says to the team: the page and the cart. */
export function ChatCorner() {
  const { pathname } = useLocation()
  const { items } = useCart()
  const title = usePageTitle(pathname)
  const cart = items.slice(0, CHAT_LIMITS.cart_lines).map(({ name, ...item }) => ({
    ...item,
    name: name.slice(0, LONGEST_NAME),
  }))
  return <ChatWidget context={{ page: { path: pathname, title }, cart }} />
}

/** The title changes a moment after the path. */
function usePageTitle(pathname: string) {
  const [title, setTitle] = useState('')
  useEffect(() => {
    const read = () => setTitle(pathname && document.title.slice(0, LONGEST_TITLE))
    read()
    const timer = setTimeout(read, TITLE_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  return title
}
