/** HTML that is safe to send. Only `html` makes it, so that typed words never arrive as markup. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Template tag: every value is escaped unless it is `Html` or a list of it. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  return new Html(parts.reduce((all, part, index) => all + part + rendered(values[index]), ''))
}

function rendered(value: string | number | Html | Html[] | undefined): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map((one) => one.text).join('')
  return String(value).replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}
