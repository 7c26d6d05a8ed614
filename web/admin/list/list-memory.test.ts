import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetOwnWords } from '../../lib/own-words.ts'
import { keepChoice, type ListChoices, openingChoice } from './list-memory.ts'

const choices: ListChoices = {
  search: { label: 'Search' },
  filters: [
    { name: 'payment', label: 'Payment', options: [{ value: 'due', label: 'Due' }] },
    { name: 'from', label: 'From' },
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'title', label: 'By title' },
  ],
}
const storage = () => {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
const local = storage()
const tab = storage()

beforeEach(() => {
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', tab)
})
afterEach(() => {
  forgetOwnWords()
  local.items.clear()
  tab.items.clear()
  vi.unstubAllGlobals()
})

const fresh = { q: '', sort: 'newest', filters: {}, view: 'cards', columns: {}, isPinned: false }
const chosen = {
  q: 'Meena',
  sort: 'title',
  filters: { payment: 'due', from: '2026-03-02' },
  view: 'table',
  columns: { '': ['Title'] },
  isPinned: false,
} as const
const opened = () => openingChoice('classes', choices, '#classes')

test('a list without remembered choices opens without filters, in its default sort', () => {
  expect(opened()).toEqual(fresh)
})

test('the sort and filters of a list are remembered during a visit, separately for each list', () => {
  keepChoice('classes', chosen)
  expect(opened()).toEqual(chosen)
  expect(openingChoice('orders', choices, '#orders')).toEqual(fresh)
})

test('closing the tab forgets the search and filters of a list, but not its sort, view and columns', () => {
  keepChoice('classes', chosen)
  expect([...local.items.values()].join()).not.toContain('Meena')
  tab.items.clear()
  expect(opened()).toEqual({ ...chosen, q: '', filters: {} })
})

test('signing out forgets the search and filters of a list, but not its sort, view and columns', () => {
  keepChoice('classes', chosen)
  forgetOwnWords()
  expect(opened()).toEqual({ ...chosen, q: '', filters: {} })
})

test('a pinned search and pinned filters return at the next visit, until staff unpin them', () => {
  keepChoice('classes', { ...chosen, isPinned: true })
  keepChoice('classes', { ...chosen, filters: { payment: 'due' }, isPinned: true })
  tab.items.clear()
  forgetOwnWords()
  expect(opened()).toEqual({ ...chosen, filters: { payment: 'due' }, isPinned: true })
  keepChoice('classes', { ...fresh, view: 'cards' })
  tab.items.clear()
  forgetOwnWords()
  expect(opened()).toEqual(fresh)
})

test('filters that an earlier release stored permanently are ignored', () => {
  local.setItem('list:classes', JSON.stringify({ sort: 'title', filters: { payment: 'due' }, view: 'table' }))
  expect(opened()).toMatchObject({ sort: 'title', filters: {}, view: 'table', isPinned: false })
})

test('remembered sorts and filters that the list no longer offers are ignored', () => {
  keepChoice('classes', {
    ...fresh,
    view: 'cards',
    sort: 'price',
    filters: { payment: 'stolen', from: 'yesterday', gone: 'x' },
  })
  expect(openingChoice('classes', choices, '#classes')).toEqual(fresh)
})

test('filters in the address override the remembered choices; an address without filters does not', () => {
  keepChoice('classes', {
    ...fresh,
    view: 'cards',
    q: 'roses',
    sort: 'title',
    filters: { from: '2026-03-02' },
  })
  expect(openingChoice('classes', choices, '#classes?payment=due')).toMatchObject({
    q: '',
    sort: 'newest',
    filters: { payment: 'due' },
  })
  expect(openingChoice('classes', choices, '#classes?open=c1')).toMatchObject({ q: 'roses', sort: 'title' })
  expect(openingChoice('classes', choices, '#classes?payment=stolen&sort=constructor')).toMatchObject({
    sort: 'newest',
    filters: {},
  })
})

test('a search from the command palette opens the list without the remembered filters and sort', () => {
  keepChoice('classes', { ...fresh, view: 'cards', sort: 'title', filters: { payment: 'due' } })
  expect(openingChoice('classes', choices, '#classes', 'E-4711')).toEqual({ ...fresh, q: 'E-4711' })
})

test('a list without a search field ignores a search in the address', () => {
  expect(openingChoice('record-history', { sorts: [] }, '#classes?q=roses')).toMatchObject({ q: '' })
})

test('a list opens with its defaults when the browser’s storage is switched off or corrupt', () => {
  local.items.set('list:classes', '{"filters":')
  expect(openingChoice('classes', choices, '')).toEqual(fresh)
  vi.stubGlobal('localStorage', undefined)
  expect(openingChoice('classes', choices, '')).toEqual(fresh)
  expect(() => keepChoice('classes', { ...fresh, view: 'cards' })).not.toThrow()
})
