import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

// This module does not load the picture library, because a first start only copies pictures and does not encode any.

export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

export async function copyPicture(files: readonly string[], folder: string): Promise<void> {
  await Promise.all(
    files.map(async (file) => writeWhole(path.join(folder, path.basename(file)), await readFile(file))),
  )
  await syncFolder(folder)
}

export async function touch(file: string): Promise<boolean> {
  // Files have the machine's times, not those of the injected clock.
  // oxlint-disable-next-line eslint/no-restricted-properties
  const now = Date.now() / 1000
  return utimes(file, now, now).then(
    () => true,
    () => false,
  )
}

/** Readers see the whole file or no file, even after a power failure. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(draft, bytes, { flag: 'wx', flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and some file systems cannot sync one.
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
