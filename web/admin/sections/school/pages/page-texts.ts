import {
  fieldsOf,
  type PageKey,
  type PagePicture,
  type PageReason,
} from '../../../../../contract/school/page-fields.ts'
import type { EditedPage } from '../../../../../contract/school/pages.ts'

/** Returns the fields of a page as plain texts, so that two versions can be compared. */
export function said(page: PageKey, { draft, content }: Pick<EditedPage, 'draft' | 'content'>) {
  const shown = draft?.content ?? content
  return Object.fromEntries(
    fieldsOf(page).map(([name, { kind }]) => {
      const value = shown[name]
      if (kind === 'pictures')
        return [name, ((value ?? []) as PagePicture[]).map(({ alt, id }) => alt || id).join('\n')]
      if (kind === 'reasons')
        return [
          name,
          ((value ?? []) as PageReason[]).map(({ title, text }) => `${title}: ${text}`).join('\n'),
        ]
      return [name, String(value ?? '')]
    }),
  )
}
