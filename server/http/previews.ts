import type { FastifyRequest } from 'fastify'
import { pageHeader } from '../../contract/addresses.ts'
import { DomainError, refusal } from '../../contract/errors.ts'
import { recordTable } from '../../contract/records.ts'
import { hasRight, type Right } from '../../contract/rights.ts'
import { previewTokenOf } from '../../contract/site-paths.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Clock } from '../platform/clock.ts'
import { createPreviewLinks, type Preview } from '../platform/preview-links.ts'

/** Each trial sends an e-mail to the staff account that began it. `RATE_LIMIT_FACTOR` scales the limit. */
const trialsAnHourMax = 12
const hourMs = 60 * 60 * 1000

export type Previews = ReturnType<typeof createPreviews>

type Asked = Pick<FastifyRequest, 'url' | 'headers'>

/**
 * A preview shows staff the site before it is open, or a record that is not on the site. The address of a preview is
 * signed and lasts an hour. A preview ends earlier if its staff account is disabled, or loses the right to begin it.
 */
export function createPreviews({ config, clock, db }: { config: Config; clock: Clock; db: Database }) {
  const { read } = createPreviewLinks({ config, clock })
  const trials = new Map<string, { count: number; until: number }>()

  function countTrial(userId: string): void {
    const now = clock.ms()
    const known = trials.get(userId)
    const hour = known && known.until > now ? known : { count: 0, until: now + hourMs }
    if (hour.count >= trialsAnHourMax * config.rateLimitFactor)
      throw new DomainError('rate_limited', { retryAfterSeconds: Math.ceil((hour.until - now) / 1000) })
    trials.set(userId, { ...hour, count: hour.count + 1 })
  }

  /** Finds the token in the address of a page or a form, or in the address of the page that makes a call. */
  function tokenOf({ url, headers: { [pageHeader]: page } }: Asked): string | null {
    return previewTokenOf(url) ?? (typeof page === 'string' ? previewTokenOf(page) : null)
  }

  /** Finds the preview that the address names, even if its staff account may not see it any more. */
  function namedBy(request: Asked): Preview | null {
    const token = tokenOf(request)
    return token === null ? null : read(token)
  }

  /** Finds the preview to which a page or a call belongs; null for any other request. */
  async function findOf(request: Asked): Promise<Preview | null> {
    const preview = namedBy(request)
    return preview !== null && (await mayBegin(preview)) ? preview : null
  }

  /** Reads the account for each request, so that the preview ends at once in every process. */
  async function mayBegin(preview: Preview): Promise<boolean> {
    const account = await db.read
      .selectFrom('user')
      .select('role')
      .where((eb) => eb.and({ id: preview.userId, usertype: 'admin', disabledAt: null }))
      .executeTakeFirst()
    return account !== undefined && hasRight(account.role, rightFor(preview))
  }

  return {
    namedBy,
    findOf,

    /**
     * Refuses writes from every preview except those of a trial, also from an expired preview. The page of an expired
     * preview may still be open, and a click there must not make a real enrolment. @throws `forbidden`; `rate_limited`
     * for too many trials
     */
    async refuseWrite(request: Asked, isTried: boolean): Promise<void> {
      if (tokenOf(request) === null) return
      const preview = await findOf(request)
      if (preview === null) throw refusal('preview-over')
      if (preview.trial === null) throw refusal('preview-write')
      if (!isTried) throw refusal('trial-write')
      countTrial(preview.trial.userId)
    },
  }
}

/** The right that the endpoint requires with which staff begin such a preview. */
function rightFor({ record, page }: Preview): Right {
  if (record !== null) return recordTable[record.kind].right
  return page === null ? 'settings' : recordTable.page.right
}
