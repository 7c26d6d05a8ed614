import { readFile } from 'node:fs/promises'

/** The logo is inside each e-mail, so that no server learns who reads it. */
export const logoId = 'logo@malar'
const source = `cid:${logoId}`

/** The school's own logo, which replaces the drawn logo. */
export interface OwnLogo {
  width: number
  height: number
  /** Resolves to a JPEG; null if its file is missing. */
  read(): Promise<Buffer | null>
}

/** The size in pixels at which e-mails show a logo: as high as the drawn logo, unless the school's own logo is wide. */
export function shownSize(own: OwnLogo | null | undefined): { width: number; height: number } {
  if (!own) return { width: 40, height: 40 }
  const scale = Math.min(48 / own.height, 160 / own.width)
  return {
    width: Math.max(1, Math.round(own.width * scale)),
    height: Math.max(1, Math.round(own.height * scale)),
  }
}

export async function logoOf(html: string | null, own?: OwnLogo | null) {
  if (!html?.includes(source)) return null
  const content = await own?.read()
  return content
    ? { content, filename: 'logo.jpg', type: 'image/jpeg' }
    : { content: await readMark(), filename: 'logo.png', type: 'image/png' }
}

const readMark = () => readFile(new URL('../../../public/icon-192.png', import.meta.url))

export async function withLogo(html: string, own?: OwnLogo | null): Promise<string> {
  const logo = await logoOf(html, own)
  return logo === null
    ? html
    : html.replace(source, `data:${logo.type};base64,${logo.content.toString('base64')}`)
}
