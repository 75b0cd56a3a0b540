import type { TextKey } from '#contract/shop-texts.ts'

type TextGroup = {
  id: string
  title: string
  /** Where visitors read it. */
  text: string
  keys: Partial<Record<TextKey, string>>
}

export const TEXT_GROUPS: readonly TextGroup[] = [
  {
    id: 'answers',
    title: 'Answers of the assistant',
    text: 'The chat offers these questions. Without an answer, a question is not offered.',
    keys: {
      answer_shipping: 'Shipping',
      answer_returns: 'Returns',
      answer_tracking: 'Tracking',
      answer_vegan: 'Animals',
      answer_ingredients: 'Ingredients',
    },
  },
  {
    id: 'consent',
    title: 'Consent at checkout',
    text: 'Beside the box that guests tick to get your marketing mail.',
    keys: { consent: 'Consent' },
  },
  {
    id: 'policies',
    title: 'Policies',
    text: 'At /privacy, /terms and /shipping-policy. The pages that the footer links to are under Pages.',
    keys: {
      policy_privacy: 'Privacy Policy',
      policy_terms: 'Terms of Service',
      policy_shipping: 'Shipping Policy',
    },
  },
]
