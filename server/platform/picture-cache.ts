import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { namesIn, writeWhole } from './files.ts'
import type { LastingPictures } from './lasting-pictures.ts'
import { pictureFilePattern } from './private-picture-links.ts'

export const finishedPicturesDir = path.resolve(import.meta.dirname, '../../drawings/finished')

export const finishedSource = (name: string): string =>
  path.join(finishedPicturesDir, name.replace(/(webp|jpg)$/, 'avif'))

const privateFolder = '.private'

/** Private pictures lie below the uploads, so that backups contain them. */
export function privatePicturesDir(uploadsDir: string): string {
  return path.join(uploadsDir, privateFolder)
}

export interface LocalFile {
  name: string
  base: string
  file: string
}

/** Files younger than this are kept, because they may belong to a form that is still being submitted. */
const youngMs = 60 * 60_000

/** The pictures on this machine's disk. With a `lasting` store they are only a cache, so any file may be removed. */
export function createPictureCache(uploadsDir: string, lasting: LastingPictures | null) {
  async function listIn(folder: string): Promise<LocalFile[]> {
    const names = await namesIn(path.join(uploadsDir, folder))
    return names.flatMap((one) => {
      const base = pictureFilePattern.exec(one)?.[1]
      const name = folder === '' ? one : `${folder}/${one}`
      return base === undefined ? [] : [{ name, base, file: path.join(uploadsDir, name) }]
    })
  }
  const list = async () => [...(await listIn('')), ...(await listIn(privateFolder))]

  const underWay = new Map<string, Promise<boolean>>()
  async function fetchFile(name: string): Promise<boolean> {
    const bytes = await lasting?.get(name)
    if (!bytes) return false
    const file = path.join(uploadsDir, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeWhole(file, bytes)
    return true
  }

  async function adopt(isStopping: () => boolean): Promise<void> {
    const missing = new Set((await lasting?.listMissing()) ?? [])
    if (missing.size === 0) return
    const files = Map.groupBy(await list(), ({ base }) => base)
    for (const base of missing) {
      if (isStopping()) return
      await keepAll(files.get(base) ?? [])
    }
  }

  /**
   * A picture counts as complete as soon as the store has one of its files, so all files are stored at once.
   */
  async function keepAll(files: readonly LocalFile[]): Promise<void> {
    if (lasting === null || files.length === 0) return
    const whole = files.map(async ({ name, base, file }) => ({ name, base, bytes: await readFile(file) }))
    await lasting.put(await Promise.all(whole))
  }

  async function listOld(now: number): Promise<(LocalFile & { size: number; at: number })[]> {
    const found = []
    for (const one of await list()) {
      const { size, mtimeMs } = await stat(one.file).catch(() => ({ size: 0, mtimeMs: now }))
      if (mtimeMs < now - youngMs) found.push({ ...one, size, at: mtimeMs })
    }
    return found.sort((a, b) => a.at - b.at)
  }

  return {
    list,
    listIn: (isPrivate: boolean) => listIn(isPrivate ? privateFolder : ''),
    keepAll,
    isHere: (name: string) => existsSync(path.join(uploadsDir, name)),
    privateName: (file: string) => `${privateFolder}/${file}`,

    bring(name: string): Promise<boolean> {
      const known = underWay.get(name)
      if (known) return known
      const fetched = fetchFile(name).finally(() => underWay.delete(name))
      underWay.set(name, fetched)
      return fetched
    },

    async isTouched(base: string, since: string): Promise<boolean> {
      // The time of a cached file only shows when the file was last copied into the cache.
      if (lasting) return lasting.isTouched(base, since)
      for (const one of await list())
        if (one.base === base && (await stat(one.file)).mtimeMs >= Date.parse(since)) return true
      return false
    },

    async keep(base: string, { isPrivate }: { isPrivate: boolean }): Promise<void> {
      if (lasting === null) return
      const files = await listIn(isPrivate ? privateFolder : '')
      await keepAll(files.filter((one) => one.base === base))
    },

    /** The store keeps a file that was stored again after `untouchedSince`. */
    async remove(
      base: string,
      { isPrivate, untouchedSince }: { isPrivate?: true; untouchedSince?: string } = {},
    ): Promise<void> {
      const local = isPrivate ? await listIn(privateFolder) : await list()
      for (const one of local) if (one.base === base) await rm(one.file, { force: true })
      await lasting?.remove(base, { below: isPrivate && privateFolder, untouchedSince })
    },

    async tidy(bytesMax: number, now: number, isStopping: () => boolean = () => false): Promise<void> {
      if (lasting === null) return
      await adopt(isStopping)
      await lasting.settle(isStopping)
      const old = await listOld(now)
      const lasts = await lasting.known(old.map(({ name }) => name))
      const named = new Set(await lasting.listMissing())
      let size = old.reduce((sum, one) => sum + one.size, 0)
      for (const one of old) {
        // This file is the only copy if a row refers to the picture but its file could not be stored.
        if (isStopping() || named.has(one.base)) continue
        const comesAgain = lasts.has(one.name) || existsSync(finishedSource(one.name))
        if (comesAgain && size <= bytesMax) continue
        await rm(one.file, { force: true })
        size -= one.size
      }
    },
  }
}
