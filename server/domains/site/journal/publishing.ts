import { refusal } from '../../../../contract/errors.ts'
import type { PostStatus } from '../../../../contract/site/journal-facts.ts'
import { instantOf } from '../../../platform/clock.ts'

export interface Publication {
  is_draft: 0 | 1
  published_at: string | null
}

export const unpublished: Publication = { is_draft: 1, published_at: null }

export function statusOf({ is_draft, published_at }: Publication, now: string): PostStatus {
  if (is_draft === 1 || published_at === null) return 'draft'
  return published_at > now ? 'scheduled' : 'published'
}

/**
 * Returns the publication after a patch. Fields that the patch leaves out stay unchanged. The post appears at
 * `published_at`.
 * @throws `validation_failed` if the time does not fit the status
 */
export function published(
  current: Publication,
  asked: { status?: PostStatus | undefined; publishOn?: string | null | undefined },
  now: string,
): Publication {
  const { publishOn } = asked
  if (asked.status === undefined && publishOn === undefined) return current
  const status = asked.status ?? statusOf(current, now)
  const given = publishOn == null ? publishOn : instantOf(publishOn.slice(0, 10), publishOn.slice(11))
  const at = given === undefined ? current.published_at : given
  if (status === 'draft') return { is_draft: 1, published_at: at }
  if (status === 'scheduled') {
    if (at === null) throw refusal('post-time-missing', { at: 'publishOn' })
    if (at <= now) throw refusal('post-time-over', { at: 'publishOn' })
    return { is_draft: 0, published_at: at }
  }
  if (given != null) {
    if (given > now) throw refusal('post-time-ahead', { at: 'publishOn' })
    return { is_draft: 0, published_at: given }
  }
  // A post that was published before keeps its publication time.
  const { published_at } = current
  return { is_draft: 0, published_at: published_at !== null && published_at <= now ? published_at : now }
}
