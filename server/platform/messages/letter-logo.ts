import { readFile } from 'node:fs/promises'

/** The logo is inside each e-mail, so that no server learns who reads it. */
export const logoId = 'logo@malar'
const source = `cid:${logoId}`

export const logoOf = (html: string | null) => (html?.includes(source) ? readLogo() : null)

const readLogo = () => readFile(new URL('../../../public/icon-192.png', import.meta.url))

export async function withLogo(html: string): Promise<string> {
  const logo = await logoOf(html)
  return logo === null ? html : html.replace(source, `data:image/png;base64,${logo.toString('base64')}`)
}
