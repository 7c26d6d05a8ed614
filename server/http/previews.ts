import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import { authSecret } from '../platform/secret.ts'
import { createSignedLinks } from '../platform/signed-links.ts'

/** The addresses of a preview begin with this path and the preview's token. */
export const previewPath = '/preview/'
const previewMs = 60 * 60 * 1000

export type Previews = ReturnType<typeof createPreviews>

/** A preview shows staff the site before it is open, at a signed address that lasts an hour. */
export function createPreviews({ config, clock }: { config: Config; clock: Clock }) {
  const links = createSignedLinks(authSecret(config))
  const isValid = (token: string) => Number(links.read('preview', token) ?? 0) > clock.ms()
  return {
    isValid,
    begin: () => `${previewPath}${links.sign('preview', String(clock.ms() + previewMs))}/`,
    /** True for a call of a page of a preview. Browsers send the page's address with each call to its own site. */
    isOf({ headers: { referer = '' } }: Pick<FastifyRequest, 'headers'>): boolean {
      const path = URL.parse(referer)?.pathname ?? ''
      return path.startsWith(previewPath) && isValid(path.slice(previewPath.length).split('/', 1)[0] ?? '')
    },
  }
}
