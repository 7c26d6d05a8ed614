import type { Picture } from '../../../../contract/primitives.ts'
import type { OwnLogo } from '../../../platform/messages/letter-logo.ts'
import { type Pictures, uploadsPath } from '../../../platform/pictures.ts'

/** Reads the file of the logo once for all e-mails. A changed logo is read anew. */
export function createLetterLogos(pictures: Pictures): (picture: Picture | null) => OwnLogo | null {
  let kept: { base: string; content: Buffer } | null = null
  return (picture) => {
    if (picture === null) return null
    const { width, height } = picture
    const base = picture.base.slice(uploadsPath.length)
    return {
      width,
      height,
      async read() {
        if (kept?.base === base) return kept.content
        const content = await pictures.read(base)
        if (content !== null) kept = { base, content }
        return content
      },
    }
  }
}
