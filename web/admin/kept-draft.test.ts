import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ownPlaces } from '../lib/own-words.ts'
import { forgetSaved, type KeptDraft } from './kept-draft.tsx'

interface Item {
  id: string
}
interface Values {
  name: string
}
const asha = { id: 'asha' }
const typed = { name: 'Asha P' }
const place = ownPlaces<KeptDraft<Item, Values>>('formDrafts', 'instructors')
const kept = (item: Item | null, values = typed) => place.write({ item, values })

describe('the draft of a form that the browser stores', () => {
  beforeEach(() => {
    const places = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => places.get(key) ?? null,
      setItem: (key: string, text: string) => void places.set(key, text),
      removeItem: (key: string) => void places.delete(key),
    })
    return () => vi.unstubAllGlobals()
  })

  test.each<[what: string, of: Item | null, saved: Item | null, words: Values, isLeft: boolean]>([
    [
      'is forgotten when the same record is saved, even with other values',
      asha,
      asha,
      { name: 'Asha Pillai' },
      false,
    ],
    ['is kept when another record is saved', asha, { id: 'devi' }, typed, true],
    ['of a stored record is kept when a new record is saved', asha, null, typed, true],
    ['of a new record is forgotten when that record is saved', null, null, typed, false],
    ['of a new record is kept when another new record is saved', null, null, { name: 'Devi' }, true],
    ['of a new record is kept when a stored record is saved', null, asha, typed, true],
  ])('a draft %s', (_, of, saved, words, isLeft) => {
    kept(of)
    forgetSaved('instructors', saved, words)
    expect(place.read()).toEqual(isLeft ? { item: of, values: typed } : {})
  })

  test('saving a form without a draft keeps the drafts of other forms', () => {
    const other = ownPlaces<KeptDraft<Item, Values>>('formDrafts', 'impacts')
    other.write({ item: asha, values: typed })
    forgetSaved('instructors', asha, typed)
    expect(other.read()).toEqual({ item: asha, values: typed })
  })
})
