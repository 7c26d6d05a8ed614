import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Removes the files of messages (`.eml`, `.chat.txt`) that were written before this instant. Answers how many. */
export async function removeMessageFiles(folder: string, before: string): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] // nothing was written yet
    throw error
  })
  let count = 0
  for (const name of names.filter((one) => /\.(eml|chat\.txt)(\.part)?$/.test(one))) {
    const file = path.join(folder, name)
    if ((await stat(file)).mtimeMs >= Date.parse(before)) continue
    await rm(file, { force: true })
    count++
  }
  return count
}
