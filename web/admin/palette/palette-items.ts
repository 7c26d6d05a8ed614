import { folded } from '../../../contract/folded.ts'
import { recordTable } from '../../../contract/records.ts'
import type { SearchHit } from '../../../contract/system/search.ts'
import { recordKindNames } from '../record-kinds.ts'
import type { SectionRequest } from '../section-request.ts'

export interface PaletteItem {
  id: string
  label: string
  detail?: string
  group: 'Records' | 'Sections' | 'Actions'
  words?: string
  run: () => void
}

/**
 * Finds the items in which every typed word is the beginning of a word. Items whose label begins with the typed text
 * come first.
 */
export function matching(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const wanted = folded(typed).trim().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...items]
  const fits = items.filter(({ label, words = '' }) => {
    const own = folded(`${label} ${words}`).split(/[^\p{L}\p{M}\p{N}]+/u)
    return wanted.every((word) => own.some((one) => one.startsWith(word)))
  })
  const begins = ({ label }: PaletteItem) => folded(label).startsWith(folded(typed).trim())
  return [...fits.filter(begins), ...fits.filter((item) => !begins(item))]
}

export function byGroup(items: readonly PaletteItem[]) {
  return [...Map.groupBy(items, ({ group }) => group)].map(([group, items]) => ({ group, items }))
}

export function recordItems(
  hits: readonly SearchHit[],
  hasSection: (id: string) => boolean,
  go: (section: string, request: SectionRequest) => void,
): PaletteItem[] {
  return hits.flatMap(({ kind, id, title, detail, q }) => {
    const { name, action } = recordKindNames[kind]
    const section = recordTable[kind].section
    if (!hasSection(section)) return []
    return {
      id: `${kind} ${id}`,
      label: title,
      detail: `${name}: ${detail}`,
      group: 'Records' as const,
      run: () =>
        kind === 'student'
          ? go(`person?of=student.${id}`, {})
          : go(section, { q, open: id, ...(action && { action }) }),
    }
  })
}
