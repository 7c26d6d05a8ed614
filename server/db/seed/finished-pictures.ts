import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import school from '../../../drawings/finished/school.json' with { type: 'json' }
import { copyPicture } from '../../platform/files.ts'
import { finishedPicturesDir } from '../../platform/picture-cache.ts'
import type { StoredPicture } from '../../platform/picture-encoding.ts'

/** The name of one of the repository's pictures, which a start only copies. */
export type PictureName = keyof typeof school

export function finishedPicture(name: PictureName): StoredPicture {
  if (!Object.hasOwn(school, name)) throw new Error(`there is no finished picture ${name}`)
  return { ...school[name], isPrivate: false }
}

/**
 * Copies finished pictures into the uploads, so that backups contain them and a version with other pictures keeps them.
 * `pictures.widen` makes the other widths after the start, which does not wait for them.
 */
export async function copyFinishedPictures(names: readonly PictureName[], dataDir: string): Promise<void> {
  const uploadsDir = path.join(dataDir, 'uploads')
  await mkdir(uploadsDir, { recursive: true })
  const files = names.flatMap((name) => {
    const { base, widths } = school[name]
    return widths.map((width) => `${base}-${width}.avif`)
  })
  await copyPicture(
    files.map((file) => path.join(finishedPicturesDir, file)),
    uploadsDir,
  )
}
