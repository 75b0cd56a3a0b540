// A reset link opens an account, so whoever reads this mail in the back office could become its reader.
// Its text is shown only while nobody else can get it (no mail server), and erased once it is sent.

const WITH_PERSONAL_LINK: readonly string[] = ['password-reset', 'account-update']

export const hasPersonalLink = (template: string) => WITH_PERSONAL_LINK.includes(template)

const NOTE = 'This mail may carry a personal link, so its text is not shown here.'

export const WITHHELD = { html: `<p>${NOTE}</p>`, text: NOTE }
