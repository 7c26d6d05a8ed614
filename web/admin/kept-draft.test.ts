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

describe('a draft is forgotten once its record is saved', () => {
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
    ['the same record, with other words', asha, asha, { name: 'Asha Pillai' }, false],
    ['another record', asha, { id: 'devi' }, typed, true],
    ['a new record, where the draft is of one that was there', asha, null, typed, true],
    ['the new record itself', null, null, typed, false],
    ['another new record', null, null, { name: 'Devi' }, true],
    ['a record that was there, where the draft is of a new one', null, asha, typed, true],
  ])('%s is saved', (_, of, saved, words, isLeft) => {
    kept(of)
    forgetSaved('instructors', saved, words)
    expect(place.read()).toEqual(isLeft ? { item: of, values: typed } : {})
  })

  test('where nothing is kept nothing happens, and drafts of other forms stay', () => {
    const other = ownPlaces<KeptDraft<Item, Values>>('formDrafts', 'impacts')
    other.write({ item: asha, values: typed })
    forgetSaved('instructors', asha, typed)
    expect(other.read()).toEqual({ item: asha, values: typed })
  })
})
