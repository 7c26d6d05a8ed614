import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import lintRules, { slownessOf } from './lint-rules.mjs'

/** The messages of the lint rule about a pattern in a source. */
function reported(pattern: RegExp): string[] {
  const messages: string[] = []
  const report = ({ message }: { message: string }) => messages.push(message)
  const { Literal } = lintRules.rules['linear-pattern'].create({ report })
  Literal({ regex: { pattern: pattern.source, flags: pattern.flags } })
  Literal({ value: 'no pattern' })
  return messages
}

test.each([/^[^\s@]+@[^\s@]+\.[^\s@]+$/, /\s+$/, /^(\d+)*$/, /<([^>]*)>;/, /(?=(\d\d)*\d$)/])(
  'the linear-pattern rule refuses %s, which takes more than linear time',
  (pattern) => {
    expect(reported(pattern)).toHaveLength(1)
    expect(slownessOf(pattern)).toMatch(/^takes more than linear time, because .+/)
  },
)

test.each([/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/, /^[a-z]{1,9}$/, /[^a-z]+/g])(
  'the linear-pattern rule allows %s, which takes linear time',
  (pattern) => {
    expect(reported(pattern)).toEqual([])
  },
)

/** Tells if the rule reports a call of the method `name` on a variable. `of` is the name of the variable. */
function cuts(of: string, name: string, ...ends: (number | string)[]): boolean {
  let isReported = false
  const { CallExpression } = lintRules.rules['whole-letters'].create({ report: () => (isReported = true) })
  const argument = (end: number | string) =>
    typeof end === 'number' ? { type: 'Literal', value: end } : { type: 'Identifier', name: end }
  CallExpression({
    callee: {
      type: 'MemberExpression',
      object: { type: 'Identifier', name: of },
      property: { type: 'Identifier', name },
    },
    arguments: ends.map(argument),
  })
  return isReported
}

test.each([
  ['title', 'slice', 0, 50],
  ['description', 'slice', 0, 'descriptionMax'],
  ['words', 'slice', 0, 'excerptLength'],
  ['title', 'substring', 0, 'end'],
  ['title', 'substr', 3],
])(
  'the whole-letters rule refuses the call %s.%s from %s, which may cut a character in two',
  (of, name, ...ends) => expect(cuts(of, name, ...ends)).toBe(true),
)

test.each([
  ['orders', 'slice', 0, 'cardsMax'],
  ['day', 'slice', 0, 7],
  // These calls cut from a position to the end, or up to a position that was searched for.
  ['title', 'slice', 3],
  ['title', 'slice', 0, 'space'],
])(
  'the whole-letters rule allows the call %s.%s from %s, which cuts no character in two',
  (of, name, ...ends) => expect(cuts(of, name, ...ends)).toBe(false),
)

test('the whole-letters rule applies to the product, except contract/graphemes.ts, migrations and drawings', () => {
  const { rules, overrides } = JSON.parse(readFileSync(new URL('../.oxlintrc.json', import.meta.url), 'utf8'))
  expect(rules['malar/whole-letters']).toBe('error')
  const without = overrides
    .filter((one: { rules: Record<string, string> }) => one.rules['malar/whole-letters'] === 'off')
    .flatMap((one: { files: string[] }) => one.files)
    .filter((file: string) => /^(contract|server|web|drawings)\//.test(file))
  expect(without).toEqual(['contract/graphemes.ts', 'server/db/migrations/**', 'drawings/**'])
})

test('the linear-pattern rule applies to the whole product, and not to tests and scripts', () => {
  const config = JSON.parse(readFileSync(new URL('../.oxlintrc.json', import.meta.url), 'utf8'))
  expect(config.rules['malar/linear-pattern']).toBe('error')
  const without = config.overrides
    .filter((one: { rules: Record<string, string> }) => one.rules['malar/linear-pattern'] === 'off')
    .flatMap((one: { files: string[] }) => one.files)
  expect(without.sort()).toEqual(
    ['**/*.fixture.ts', '**/*.test.ts', '**/*.test.tsx', 'bench/**', 'scripts/**', 'tests/**'].sort(),
  )
})

/** The texts in a source that the text-in-catalogue rule reports. */
function textsIn(source: string): string[] {
  const found: string[] = []
  const report = ({ node }: { node: { start: number; end: number } }) =>
    found.push(source.slice(node.start, node.end).trim())
  const visitors = lintRules.rules['text-in-catalogue'].create({ report }) as Record<
    string,
    (node: any) => void
  >
  const visit = (node: any, parent: unknown) => {
    if (typeof node?.type !== 'string') return
    node.parent = parent
    visitors[node.type]?.(node)
    for (const [name, child] of Object.entries(node))
      if (name !== 'parent') for (const one of [child].flat()) visit(one, node)
  }
  visit(parseSync('source.tsx', source).program, null)
  return found
}

test.each([
  ['const lead = "Choose a date"', '"Choose a date"'],
  ['const title = isPaid ? "Paid" : null', '"Paid"'],
  ['const held = `Held until ${until}`', '`Held until ${until}`'],
  ['const text = `${count} of your seats`', '`${count} of your seats`'],
  ['const one = <p className="mt-2">paid</p>', 'paid'],
  ['const one = <Field label="Your name" name="name" />', '"Your name"'],
  ['alert("Payment failed.")', '"Payment failed."'],
])('the text-in-catalogue rule refuses the text in %s', (source, text) => {
  expect(textsIn(source)).toEqual([text])
})

test.each([
  'const one = <p className={isWide ? "flex gap-2" : "mt-2"}>{text.lead}</p>',
  'const one = <p className={cx("flex items-center", isWide && "w-full")}>·</p>',
  'if (chosen === "QR Code") switch (key) { case "Escape": }',
  'import { Button } from "../Some Folder/button.tsx"',
  'void api("GET /api/orders/:id", { headers: { Accept: "text/html" } })',
  'console.error("The payment could not be confirmed", error)',
  'const path = `/payment?order=${id}`',
  'type Way = "Pick up" | "Delivery"',
  'const at = { summary: "Get a seat with its batch" }',
])('the text-in-catalogue rule allows %s', (source) => {
  expect(textsIn(source)).toEqual([])
})
