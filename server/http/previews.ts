import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import { createPreviewLinks, previewPath } from '../platform/preview-links.ts'

export type Previews = ReturnType<typeof createPreviews>

/** A preview shows staff the site before it is open, at a signed address that lasts an hour. */
export function createPreviews({ config, clock }: { config: Config; clock: Clock }) {
  const { isValid } = createPreviewLinks({ config, clock })
  return {
    isValid,
    /** True for a call of a page of a preview. Browsers send the page's address with each call to its own site. */
    isOf({ headers: { referer = '' } }: Pick<FastifyRequest, 'headers'>): boolean {
      const path = URL.parse(referer)?.pathname ?? ''
      return path.startsWith(previewPath) && isValid(path.slice(previewPath.length).split('/', 1)[0] ?? '')
    },
  }
}
