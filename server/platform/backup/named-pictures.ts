import { existsSync } from 'node:fs'
import { finishedSource } from '../picture-cache.ts'
import { plainWidthsFor } from '../picture-widths.ts'

export interface NamedPicture {
  base: string
  width: number
  /** The widths of the AVIF files, as JSON. */
  widths: string
  private_since: string | null
}

export const namedPicturesSql = 'select base, width, widths, private_since from picture'

/** Lists the files that belong to these rows and are not in `kept`. Files that come with the program need no copy. */
export function missingFiles(rows: readonly NamedPicture[], kept: ReadonlySet<string>): string[] {
  return rows.flatMap(({ base, width, widths, private_since }) =>
    (JSON.parse(widths) as number[])
      .flatMap((one) => {
        const endings = plainWidthsFor(width).includes(one) ? ['avif', 'webp', 'jpg'] : ['avif']
        return endings.map((ending) => `${base}-${one}.${ending}`)
      })
      .map((file) => (private_since === null ? file : `.private/${file}`))
      .filter((name) => !kept.has(name) && !existsSync(finishedSource(name))),
  )
}
