import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { LocalFile } from '../../server/platform/picture-cache.ts'
import { byName, type PictureHead } from './place.ts'

/** They come one after the other: a school's pictures do not fit into memory. */
export async function headsOf(files: readonly LocalFile[]): Promise<PictureHead[]> {
  const heads: PictureHead[] = []
  for (const { name, base, file } of files) {
    const { mtime } = await stat(file)
    heads.push({ name, base, hash: hash('sha256', await readFile(file)), storedAt: mtime.toISOString() })
  }
  return heads.sort(byName)
}
