import { addMs, type Clock } from './clock.ts'
import { authSecret } from './secret.ts'
import { createSignedLinks } from './signed-links.ts'

/** The addresses of a preview begin with this path and the preview's token. */
export const previewPath = '/preview/'
const previewMs = 60 * 60 * 1000

export function createPreviewLinks({
  config,
  clock,
}: {
  config: Parameters<typeof authSecret>[0]
  clock: Clock
}) {
  const links = createSignedLinks(authSecret(config))
  return {
    isValid: (token: string) => Number(links.read('preview', token) ?? 0) > clock.ms(),
    begin() {
      const token = links.sign('preview', String(clock.ms() + previewMs))
      return { path: `${previewPath}${token}/`, endsAt: addMs(clock.now(), previewMs) }
    },
  }
}
