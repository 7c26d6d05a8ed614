import {
  fieldsOf,
  type PageContent,
  type PageKey,
  type PagePicture,
  type PageReason,
  pageParts,
} from '../../../../../contract/school/page-fields.ts'
import type { School } from '../../../../../contract/school/school.ts'
import { standardWords } from './standard-words.ts'

/** The fields of a page as plain texts, by which two versions are compared. A blank field has its standard words. */
export function said(page: PageKey, content: PageContent, school: School | undefined) {
  const standard = standardWords(school)
  return Object.fromEntries(
    fieldsOf(page).map(([name, { kind }]) => {
      const value = content[name]
      if (kind === 'pictures')
        return [name, ((value ?? []) as PagePicture[]).map(({ alt, id }) => alt || id).join('\n')]
      if (kind === 'reasons')
        return [
          name,
          ((value ?? []) as PageReason[]).map(({ title, text }) => `${title}: ${text}`).join('\n'),
        ]
      return [name, String(value || standard[name] || '')]
    }),
  )
}

const parts = { hall: 'The hall', store: 'The store', journal: 'The journal' } as const

/** Says what has to happen until visitors see the published page; null if they see it. */
export function unseenBecause(page: PageKey, school: School | undefined): string | null {
  if (school === undefined) return null
  if (page === 'opening')
    return school.isOpen ? 'Your site is open. Visitors see this page only while the site is closed.' : null
  const part = pageParts[page]
  if (part !== undefined && !school.parts[part])
    return `${parts[part as keyof typeof parts]} is switched off. Visitors see this once you switch it on under Settings, Website.`
  return school.isOpen || isOpenEarly(page) ? null : 'Visitors see this once you open the site.'
}

/** Visitors can read the policies before the site opens. */
const isOpenEarly = (page: PageKey) => fieldsOf(page).some(([, { kind }]) => kind === 'policy')
