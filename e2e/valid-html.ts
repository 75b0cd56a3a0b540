import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
})

/** What is wrong with a page by the HTML standard and by the accessibility rules; empty for a valid one. */
export async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)
}
