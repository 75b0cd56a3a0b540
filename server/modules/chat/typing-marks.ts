import { TYPING_EXPIRY_MS } from '#contract/chat-rules.ts'

/** Who types where. Every process hears of it; a mark that is not renewed expires. */
export function createTypingMarks(now = Date.now) {
  const conversations = new Map<string, Map<string, number>>()

  function liveMarks(conversation_id: string) {
    const marks = conversations.get(conversation_id)
    for (const [who, until] of marks ?? []) if (until <= now()) marks?.delete(who)
    if (marks?.size === 0) conversations.delete(conversation_id)
    return [...(marks?.keys() ?? [])]
  }

  return {
    /** `who`: the id of an agent, or `customer`. */
    set(conversation_id: string, who: string, typing: boolean) {
      const marks = conversations.get(conversation_id) ?? new Map<string, number>()
      if (typing) conversations.set(conversation_id, marks.set(who, now() + TYPING_EXPIRY_MS))
      else {
        marks.delete(who)
        if (marks.size === 0) conversations.delete(conversation_id)
      }
    },
    isCustomerTyping: (conversation_id: string) => liveMarks(conversation_id).includes('customer'),
    isAgentTyping: (conversation_id: string) =>
      liveMarks(conversation_id).some((who) => who !== 'customer'),
  }
}
