import { amountInWords, dayInWords, instantInWords } from '../../../../contract/words.ts'
import { fields as fieldLabels, page as text } from './person-data.en.ts'

export type PersonData = Record<string, Record<string, unknown>[]>

/** Makes a complete HTML file without scripts. */
export function personPage(data: PersonData, { school, at }: { school: string; at: string }): string {
  const title = text.title({ school })
  const sections = Object.entries(data)
    .filter(([, records]) => records.length > 0)
    .map(([name, records]) => section(name, records))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; }
dl { display: grid; grid-template-columns: minmax(8rem, 1fr) 3fr; gap: 0.25rem 1rem; padding: 0.75rem 0; margin: 0; border-top: 1px solid; break-inside: avoid; }
dt { font-weight: 600; }
img { max-width: 100%; height: auto; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(text.asOf({ at: instantInWords(at) }))}</p>
${sections.join('\n')}
</body>
</html>
`
}

function section(name: string, records: readonly Record<string, unknown>[]): string {
  const lists = records.map((record) => {
    const fields = Object.entries(record).map(
      ([field, value]) => `<dt>${escaped(label(field))}</dt><dd>${shown(field, value)}</dd>`,
    )
    return `<dl>${fields.join('')}</dl>`
  })
  return `<h2>${escaped(text.part({ name, count: records.length }))}</h2>\n${lists.join('\n')}`
}

function shown(field: string, value: unknown): string {
  return field === 'picture'
    ? `<img alt="${text.photograph}" src="${escaped(String(value))}">`
    : escaped(words(field, value))
}

function label(field: string): string {
  const known = Object.hasOwn(fieldLabels, field) ? fieldLabels[field] : undefined
  if (known !== undefined) return known
  const readable = field
    .replace(/_in_paise$|_at$|_on$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return readable.charAt(0).toUpperCase() + readable.slice(1)
}

function words(field: string, value: unknown): string {
  if (field.endsWith('_in_paise')) return amountInWords(Number(value))
  if (/^(is|has|hides|calls)_/.test(field)) return value === 1 ? text.yes : text.no
  if (Array.isArray(value)) return value.map((one) => words(field, one)).join('\n')
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, inner]) => inner !== null && inner !== '')
      .map(([name, inner]) => `${label(name)}: ${words(name, inner)}`)
      .join('\n')
  }
  if (typeof value !== 'string') return String(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayInWords(value)
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? instantInWords(value) : value
}

function escaped(text: string): string {
  const marks: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
}
