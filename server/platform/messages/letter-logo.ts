import { readFile } from 'node:fs/promises'

/**
 * The logo comes along with each letter: mail programs show it where they fetch no pictures, and nobody's server learns who
 * reads. The mail has the picture by this name.
 */
export const logoId = 'logo@malar'
const source = `cid:${logoId}`

export const logoOf = (html: string | null) => (html?.includes(source) ? readLogo() : null)

const readLogo = () => readFile(new URL('../../../public/icon-192.png', import.meta.url))

/** The letter as a page by itself, for a frame that fetches nothing. */
export async function withLogo(html: string): Promise<string> {
  const logo = await logoOf(html)
  return logo === null ? html : html.replace(source, `data:image/png;base64,${logo.toString('base64')}`)
}
