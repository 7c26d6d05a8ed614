import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import { authSecret } from '../platform/secret.ts'
import { createSignedLinks } from '../platform/signed-links.ts'

/** The addresses of a preview begin with this path and the preview's token. */
export const previewPath = '/preview/'
/** The header by which a page of a preview makes its calls. */
export const previewHeader = 'site-preview'
const previewMs = 60 * 60 * 1000

export type Previews = ReturnType<typeof createPreviews>

/** A preview shows staff the site before it is open, at a signed address that lasts an hour. */
export function createPreviews({ config, clock }: { config: Config; clock: Clock }) {
  const links = createSignedLinks(authSecret(config))
  const isValid = (token: string) => Number(links.read('preview', token) ?? 0) > clock.ms()
  return {
    isValid,
    begin: () => `${previewPath}${links.sign('preview', String(clock.ms() + previewMs))}/`,
    isOf: ({ headers }: Pick<FastifyRequest, 'headers'>) => {
      const token = headers[previewHeader]
      return typeof token === 'string' && isValid(token)
    },
  }
}
