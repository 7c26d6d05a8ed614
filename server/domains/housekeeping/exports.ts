import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { namesIn } from '../../platform/files.ts'

/** Removes folders of `npm run export` that were made before this instant. Answers how many. */
export async function removeExports(dataDir: string, before: string): Promise<number> {
  let count = 0
  for (const name of await namesIn(dataDir)) {
    if (!/^export-[\dTZ-]+$/.test(name)) continue
    const folder = path.join(dataDir, name)
    if ((await stat(folder)).mtimeMs >= Date.parse(before)) continue
    await rm(folder, { recursive: true, force: true })
    count++
  }
  return count
}
