import { previewPath } from '../../contract/site-paths.ts'
import { addMs, type Clock } from './clock.ts'
import { authSecret } from './secret.ts'
import { createSignedLinks } from './signed-links.ts'

const previewMs = 60 * 60 * 1000

/** A preview in which an enrolment can be tried. The e-mail of the enrolment goes to this staff account alone. */
export interface Trial {
  userId: string
}

export interface Preview {
  trial: Trial | null
}

export function createPreviewLinks({
  config,
  clock,
}: {
  config: Parameters<typeof authSecret>[0]
  clock: Clock
}) {
  const links = createSignedLinks(authSecret(config))
  const started = (token: string) => ({
    path: `${previewPath}${token}/`,
    endsAt: addMs(clock.now(), previewMs),
  })
  const endMs = () => String(clock.ms() + previewMs)
  return {
    /** Null for a token that is over, or that this server did not sign. */
    read(token: string): Preview | null {
      const signed = links.read('preview', token) ?? links.read('trial', token)
      const [end, userId] = signed?.split('.') ?? []
      if (!(Number(end ?? 0) > clock.ms())) return null
      return { trial: userId === undefined ? null : { userId } }
    },
    begin: () => started(links.sign('preview', endMs())),
    beginTrial: ({ userId }: Trial) => started(links.sign('trial', `${endMs()}.${userId}`)),
  }
}
