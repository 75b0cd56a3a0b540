import { ANSWER_KEYS } from '#contract/chat-rules.ts'
import type { TextKey } from '#contract/shop-texts.ts'

type TextGroup = {
  id: string
  title: string
  /** Where visitors read it. */
  text: string
  keys: readonly TextKey[]
}

export const TEXT_GROUPS: readonly TextGroup[] = [
  {
    id: 'answers',
    title: 'Answers of the assistant',
    text: 'The chat offers these questions. Without an answer, a question is not offered.',
    keys: ANSWER_KEYS,
  },
  {
    id: 'consent',
    title: 'Consent at checkout',
    text: 'Beside the box that guests tick to get your marketing mail.',
    keys: ['consent'],
  },
  {
    id: 'policies',
    title: 'Policies',
    text: 'At /privacy, /terms and /shipping-policy. The pages that the footer links to are under Pages.',
    keys: ['policy_privacy', 'policy_terms', 'policy_shipping'],
  },
]
