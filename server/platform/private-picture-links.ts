import type { Clock } from './clock.ts'
import type { SignedLinks } from './signed-links.ts'

/**
 * The path of a private picture continues with `{hour}.{signature}/{base}-{width}.{ending}`. The server gives such
 * paths only to staff.
 */
export const privatePicturesPath = '/uploads/private/'

export const pictureFilePattern = /^([0-9a-f]{32})-\d{1,5}\.(?:avif|webp|jpg)$/

const hourMs = 60 * 60_000

export type PrivatePictureLinks = ReturnType<typeof createPrivatePictureLinks>

/** Browsers send no bearer token for a picture, so its address is signed. */
export function createPrivatePictureLinks(links: SignedLinks, clock: Clock) {
  const hour = () => Math.floor(Date.parse(clock.now()) / hourMs)
  return {
    /**
     * Makes the `base` of a `Picture`. The base is valid for one to two hours. The base stays the same within an hour,
     * so that browsers cache the picture.
     */
    addressOf(base: string): string {
      const last = hour() + 1
      const signature = links.sign('picture', `${last}-${base}`).split('.')[1]
      return `${privatePicturesPath}${last}.${signature}/${base}`
    },
    opens(token: string, file: string): boolean {
      const base = pictureFilePattern.exec(file)?.[1]
      const [, last, signature] = /^(\d{6,7})\.([\w-]{32})$/.exec(token) ?? []
      return hour() <= Number(last) && links.read('picture', `${last}-${base}.${signature}`) !== null
    },
  }
}
