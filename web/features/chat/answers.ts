/** The assistant's fixed persona. */
export const ASSISTANT = { name: 'Poppy', title: 'Virtual assistant' }

export const GREETING =
  "Hi, I'm Poppy! Choose a question below, or ask for a person and I'll fetch the team."
