import { expect, test } from 'vitest'
import { fieldsOf } from './page-forms.ts'

test('the form counts before the address, and the pressed button before a hidden field', () => {
  const body = new URLSearchParams('way=delivery&name=Uma&way=pickup')
  expect([...fieldsOf({ url: '/checkout?product=p1&name=Anu', body })]).toEqual([
    ['product', 'p1'],
    ['name', 'Uma'],
    ['way', 'pickup'],
  ])
  expect([...fieldsOf({ url: '/checkout' })]).toEqual([])
})

test('sixty thousand fields are read at once', () => {
  const body = new URLSearchParams(Array.from({ length: 60_000 }, (_, n) => [`f${n}`, '1']))
  const began = performance.now()
  expect(fieldsOf({ url: '/checkout', body }).size).toBe(60_000)
  expect(performance.now() - began).toBeLessThan(1_500)
})
