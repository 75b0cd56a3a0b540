/** Markup that is safe to insert as it stands. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | Html[] | string | number | null | false

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function write(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(write).join('')
  if (part === null || part === false) return ''
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Everything put into the template is escaped, unless it is itself Html. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    texts.reduce((sofar, text, place) => sofar + write(parts[place - 1] ?? null) + text),
  )
}
