import { pageParts } from '../../contract/school/page-fields.ts'
import type { SitePart } from '../../contract/school/site-parts.ts'
import { previewPath } from '../../contract/site-paths.ts'
import { addMs, type Clock } from './clock.ts'
import { authSecret } from './secret.ts'
import { createSignedLinks } from './signed-links.ts'

const previewMs = 60 * 60 * 1000

/** A preview in which an enrolment can be tried. The e-mail of the enrolment goes to this staff account alone. */
export interface Trial {
  userId: string
}

/** The kinds of records that have a page of their own. */
const pageKinds = ['class', 'product', 'post'] as const

/** A record that is not on the site, and that only its preview shows. */
export interface PreviewedRecord {
  kind: (typeof pageKinds)[number]
  id: string
}

/** A page whose draft the preview shows, or an earlier version if there is a number. */
export interface PreviewedPage {
  page: string
  number: number | null
}

export interface Preview {
  /** The staff account that began the preview. */
  userId: string
  trial: Trial | null
  /** Null for a preview of the whole site, which shows only records that are on the site. */
  record: PreviewedRecord | null
  /** Null for a preview that shows the published words and pictures of all pages. */
  page: PreviewedPage | null
}

/** The id of the previewed record of this kind. */
export function previewedId(preview: Preview | null, kind: PreviewedRecord['kind']): string | null {
  return preview?.record?.kind === kind ? preview.record.id : null
}

/** The part of the site that the preview of a page of it shows even while the part is switched off. */
export function previewedPart(page: PreviewedPage | null | undefined): SitePart | undefined {
  return page ? pageParts[page.page] : undefined
}

export function createPreviewLinks({
  config,
  clock,
}: {
  config: Parameters<typeof authSecret>[0]
  clock: Clock
}) {
  const links = createSignedLinks(authSecret(config))

  /** The parts are digits, ids and words of this file, so no part contains a dot. */
  function begin({ userId }: Pick<Preview, 'userId'>, ...what: string[]) {
    const token = links.sign('preview', [clock.ms() + previewMs, userId, ...what].join('.'))
    return { path: `${previewPath}${token}/`, endsAt: addMs(clock.now(), previewMs) }
  }

  return {
    /** Null for a token that has expired, or that this server did not sign. */
    read(token: string): Preview | null {
      const [end, userId = '', what, id, number = ''] = links.read('preview', token)?.split('.') ?? []
      if (!(Number(end ?? 0) > clock.ms())) return null
      const kind = pageKinds.find((one) => one === what)
      return {
        userId,
        trial: what === 'trial' ? { userId } : null,
        record: kind === undefined || id === undefined ? null : { kind, id },
        page:
          what === 'page' && id !== undefined
            ? { page: id, number: number === '' ? null : Number(number) }
            : null,
      }
    },
    begin: (by: Pick<Preview, 'userId'>) => begin(by),
    beginTrial: (by: Trial) => begin(by, 'trial'),
    /** @param path the path at which visitors see the page's words and pictures */
    beginOfPage(by: Pick<Preview, 'userId'>, { page, number }: PreviewedPage, path: string) {
      const begun = begin(by, 'page', page, ...(number === null ? [] : [String(number)]))
      return { ...begun, path: begun.path + path.slice(1) }
    },
    /** @param page the path of the record's page */
    beginOf(by: Pick<Preview, 'userId'>, { kind, id }: PreviewedRecord, page: string) {
      const { path, endsAt } = begin(by, kind, id)
      return { path: path + page.slice(1), endsAt }
    },
  }
}
