import { describe, expect, test } from 'vitest'
import { type Mark, marked, pictured, type Selected } from './markdown-marks.ts'

/** `a [b] c`: the brackets are the ends of the selection. */
function selectedIn(drawn: string): Selected {
  const from = drawn.indexOf('‹')
  const to = drawn.indexOf('›') - 1
  return { text: drawn.replace(/[‹›]/g, ''), from, to }
}
const drawn = ({ text, from, to }: Selected) =>
  `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`

describe('the Markdown buttons of the journal’s editor', () => {
  test.each<[Mark, string, string]>([
    ['strong', 'a ‹b› c', 'a **‹b›** c'],
    ['strong', 'a **‹b›** c', 'a ‹b› c'],
    ['emphasis', '‹›', '_‹›_'],
    ['heading', 'a\nb‹› c\nd', 'a\n‹## b c›\nd'],
    ['heading', '‹## b c›', '‹b c›'],
    ['list', 'x\n‹a\nb›\ny', 'x\n‹- a\n- b›\ny'],
    ['list', '‹- a\nb›', '‹- - a\n- b›'],
    ['quote', '‹a›', '‹> a›'],
    ['quote', '‹> a›', '‹a›'],
    ['link', 'see ‹the store›.', 'see [the store](‹https://›).'],
    ['link', '‹›', '[link text](‹https://›)'],
  ])('the Markdown button “%s” turns %j into %j (the selection is between ‹ and ›)', (mark, before, after) =>
    expect(drawn(marked(selectedIn(before), mark))).toBe(after),
  )
})

test.each([
  ['‹›', '![‹Describe this picture›](/uploads/x.jpg)\n'],
  ['a‹›', 'a\n\n![‹Describe this picture›](/uploads/x.jpg)\n'],
  ['a\n‹›b', 'a\n\n![‹Describe this picture›](/uploads/x.jpg)\n\nb'],
  ['a\n\n‹›\n\nb', 'a\n\n![‹Describe this picture›](/uploads/x.jpg)\n\nb'],
  ['‹a› b', 'a\n\n![‹Describe this picture›](/uploads/x.jpg)\n\n b'],
])('a picture that the editor inserts into %j gets its own paragraph', (before, after) =>
  expect(drawn(pictured(selectedIn(before), 'x.jpg'))).toBe(after),
)
