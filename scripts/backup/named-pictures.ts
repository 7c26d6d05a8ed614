import { existsSync } from 'node:fs'
import { finishedSource } from '../../server/platform/picture-cache.ts'

/** A row of `picture`, as far as its files follow from it. */
export interface NamedPicture {
  base: string
  /** JSON. */
  widths: string
  private_since: string | null
}

export const namedPicturesSql = 'select base, widths, private_since from picture'

/** Files that rows name and that `has` not; those that come with the program need no copy. */
export function missingFiles(rows: readonly NamedPicture[], has: (name: string) => boolean): string[] {
  return rows.flatMap(({ base, widths, private_since }) =>
    (JSON.parse(widths) as number[])
      .flatMap((width) => ['avif', 'webp', 'jpg'].map((ending) => `${base}-${width}.${ending}`))
      .map((file) => (private_since === null ? file : `.private/${file}`))
      .filter((name) => !has(name) && !existsSync(finishedSource(name))),
  )
}
