/** The assistant's fixed persona. */
export const ASSISTANT = { name: 'Poppy', title: 'Virtual assistant' }

export const GREETING =
  "Hi, I'm Poppy! Choose a question below, or ask for a person and I'll fetch the team."

/** The five questions that the assistant answers by itself. */
export const ANSWERS = [
  {
    question: 'How long does shipping take?',
    answer:
      'Your order ships within 1-2 business days, and delivery then takes 3-5 business days. You get a mail as soon as the parcel is on its way.',
  },
  {
    question: 'What is your return policy?',
    answer:
      'You can return unopened products within 30 days of delivery. Write to us and we will send you the address for your parcel.',
  },
  {
    question: 'How can I track my order?',
    answer:
      'Once your order ships, we mail you the tracking number. With an account you also find every order under My Orders.',
  },
  {
    question: 'Are your products cruelty-free and vegan?',
    answer:
      'Yes. All our products are cruelty-free and vegan: nothing is tested on animals, and nothing comes from them.',
  },
  {
    question: 'What ingredients do you use?',
    answer:
      'We work with gentle, well-studied ingredients and list all of them on the page of each product. If you are allergic to something, ask our team before you buy.',
  },
]
