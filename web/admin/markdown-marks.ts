export interface Selected {
  text: string
  from: number
  to: number
}

export type Mark = 'strong' | 'emphasis' | 'heading' | 'list' | 'quote' | 'link'

const around = { strong: '**', emphasis: '_' } as const
const before = { heading: '## ', list: '- ', quote: '> ' } as const

export function marked(selected: Selected, mark: Mark): Selected {
  if (mark === 'link') return linked(selected)
  return mark in around
    ? wrapped(selected, around[mark as keyof typeof around])
    : begun(selected, before[mark as keyof typeof before])
}

function wrapped({ text, from, to }: Selected, sign: string): Selected {
  const words = text.slice(from, to)
  const isWrapped = text.slice(0, from).endsWith(sign) && text.slice(to).startsWith(sign)
  if (isWrapped) {
    const [start, end] = [from - sign.length, to + sign.length]
    return { text: text.slice(0, start) + words + text.slice(end), from: start, to: start + words.length }
  }
  return {
    text: text.slice(0, from) + sign + words + sign + text.slice(to),
    from: from + sign.length,
    to: to + sign.length,
  }
}

function begun({ text, from, to }: Selected, sign: string): Selected {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const lineEnd = text.indexOf('\n', to)
  const end = lineEnd < 0 ? text.length : lineEnd
  const lines = text.slice(start, end).split('\n')
  const isBegun = lines.every((line) => line.startsWith(sign))
  const changed = lines.map((line) => (isBegun ? line.slice(sign.length) : sign + line)).join('\n')
  return { text: text.slice(0, start) + changed + text.slice(end), from: start, to: start + changed.length }
}

const address = 'https://'

function linked({ text, from, to }: Selected): Selected {
  const words = text.slice(from, to) || 'link text'
  const start = from + words.length + 3
  return {
    text: `${text.slice(0, from)}[${words}](${address})${text.slice(to)}`,
    from: start,
    to: start + address.length,
  }
}

export function pictured({ text, to }: Selected, file: string): Selected {
  const above = text.slice(0, to)
  const below = text.slice(to)
  const head = above === '' || above.endsWith('\n\n') ? '' : above.endsWith('\n') ? '\n' : '\n\n'
  const tail = below === '' ? '\n' : below.startsWith('\n\n') ? '' : below.startsWith('\n') ? '\n' : '\n\n'
  const description = 'Describe this picture'
  const from = above.length + head.length + 2
  const picture = `![${description}](/uploads/${file})`
  return { text: above + head + picture + tail + below, from, to: from + description.length }
}
