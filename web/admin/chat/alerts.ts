import { useEffect, useState } from 'react'
import type { ChatConversation } from '#contract/chat-desk.ts'
import { toast } from '../../ui/toast.ts'

const STORED = 'petal-chat-alerts'
type Wanted = { sound: boolean; notifications: boolean }

/** How an agent hears of a new conversation. Nothing is asked for until a button is pressed. */
export function useAlerts() {
  const [wanted, setWanted] = useState<Wanted>(readWanted)
  const change = (next: Partial<Wanted>) => {
    const all = { ...wanted, ...next }
    setWanted(all)
    localStorage.setItem(STORED, JSON.stringify(all))
  }
  return {
    ...wanted,
    toggleSound: () => {
      if (!wanted.sound) playChime()
      change({ sound: !wanted.sound })
    },
    toggleNotifications: async () => {
      if (wanted.notifications) return change({ notifications: false })
      const permission =
        'Notification' in window ? await Notification.requestPermission() : 'denied'
      if (permission === 'granted') return change({ notifications: true })
      toast.error(
        'Notifications are blocked',
        'Allow them for this site in the settings of your browser.',
      )
    },
    announce: (conversation: ChatConversation, open: () => void) => {
      if (wanted.sound) playChime()
      if (wanted.notifications && !document.hasFocus()) showNotification(conversation, open)
    },
  }
}

function readWanted(): Wanted {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Wanted>
    const isAllowed = 'Notification' in window && Notification.permission === 'granted'
    return {
      sound: stored.sound === true,
      notifications: stored.notifications === true && isAllowed,
    }
  } catch {
    return { sound: false, notifications: false }
  }
}

function showNotification({ id, customer_name, last_message }: ChatConversation, open: () => void) {
  const shown = new Notification('New conversation', {
    body: last_message ? `${customer_name}: ${last_message}` : customer_name,
    tag: id,
  })
  shown.onclick = () => {
    window.focus()
    open()
    shown.close()
  }
}

let audio: AudioContext | undefined

/** Two soft notes. Browsers let a page sound only after somebody has clicked on it. */
function playChime() {
  audio ??= new AudioContext()
  const context = audio
  void context.resume()
  for (const [n, frequency] of [660, 880].entries()) {
    const start = context.currentTime + n * 0.16
    const note = context.createOscillator()
    const volume = context.createGain()
    note.frequency.value = frequency
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.15, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4)
    note.connect(volume).connect(context.destination)
    note.start(start)
    note.stop(start + 0.45)
  }
}

/** The number of conversations with unread messages, before the title of the tab. */
export function useTitleBadge(count: number) {
  useEffect(() => {
    if (count === 0) return
    const title = document.title
    const marked = `(${count}) ${title}`
    document.title = marked
    return () => {
      // Unless another page has set its own meanwhile.
      if (document.title === marked) document.title = title
    }
  }, [count])
}
