import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Selectable } from 'kysely'
import { DomainError, refusal } from '../../contract/errors.ts'
import type { Picture } from '../../contract/primitives.ts'
import type { Schema, Tx } from '../db/schema.ts'
import type { Clock } from './clock.ts'
import { expensiveWork } from './expensive-work.ts'
import { FairQueue } from './fair-queue.ts'
import { copyPicture } from './files.ts'
import type { LastingPictures } from './lasting-pictures.ts'
import {
  createPictureCache,
  finishedPicturesDir,
  finishedSource,
  privatePicturesDir,
} from './picture-cache.ts'
import type { StoredPicture } from './picture-encoding.ts'
import { plainWidthsFor, widthsFor } from './picture-widths.ts'
import { type PrivatePictureLinks, privatePicturesPath } from './private-picture-links.ts'

export type { StoredPicture } from './picture-encoding.ts'

export type Pictures = ReturnType<typeof createPictures>

/** Called before the transaction. If `sent` is undefined, the current picture stays; null removes it. */
export async function storeSent(
  pictures: Pictures,
  sent: string | null | undefined,
  current: Picture | null,
  options: { bytesMax: number },
): Promise<StoredPicture | null | undefined> {
  const file = imageFileOf(current)
  if (sent === undefined || sent === '' || sent === file || sent === `/uploads/${file}`) return undefined
  return sent === null ? null : pictures.store(sent, options)
}

export const uploadsPath = '/uploads/'

export const pictureColumns = [
  'picture.base',
  'picture.width',
  'picture.height',
  'picture.widths',
  'picture.color',
  'picture.private_since',
  'picture.focus_x',
  'picture.focus_y',
] as const

type JoinedPicture = Pick<Selectable<Schema['picture']>, 'private_since'> & {
  [Column in 'base' | 'width' | 'height' | 'widths' | 'color' | 'focus_x' | 'focus_y']:
    | Selectable<Schema['picture']>[Column]
    | null
}

/** Null if the join found no picture, or if the picture is private and `links` is missing. */
export function pictureOf(row: JoinedPicture, links?: PrivatePictureLinks): Picture | null {
  const { base, width, height, widths, color, private_since, focus_x: x, focus_y: y } = row
  if (base === null || width === null || height === null || widths === null || color === null) return null
  const address = private_since === null ? uploadsPath + base : links?.addressOf(base)
  if (address === undefined) return null
  const all = JSON.parse(widths) as number[]
  const plain = plainWidthsFor(width).filter((one) => all.includes(one))
  return {
    base: address,
    width,
    height,
    widths: plain,
    ...(all.length > plain.length && { avifWidths: all }),
    color,
    ...(x !== null && y !== null && { focus: { x, y } }),
  }
}

export function imageFileOf(picture: Picture | null): string | null {
  if (picture === null) return null
  const file = `${picture.base}-${picture.width}.jpg`
  return picture.base.startsWith(privatePicturesPath) ? file : file.slice(uploadsPath.length)
}

export function createPictures({
  uploadsDir,
  clock,
  lasting = null,
  mayWrite = () => true,
}: {
  uploadsDir: string
  clock: Clock
  lasting?: LastingPictures | null
  mayWrite?: (() => boolean) | undefined
}) {
  const cache = createPictureCache(uploadsDir, lasting)
  // One picture is handled at a time, because a removal must not overlap with a write of the same picture.
  const line = new FairQueue({ room: 1, waitingMax: Number.POSITIVE_INFINITY })
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => line.run('', 1, work)
  const decoding = <T>(work: () => Promise<T>): Promise<T> => expensiveWork.picture(() => inTurn(work))

  const privateDir = privatePicturesDir(uploadsDir)

  async function complete(name: string): Promise<void> {
    const avif = finishedSource(name)
    if (!existsSync(avif) || !mayWrite()) return
    await decoding(async () => {
      const { convertPicture } = await import('./picture-encoding.ts')
      if (!cache.isHere(name)) await convertPicture(avif, uploadsDir, [name])
    })
  }

  async function largestOf(base: string, width: number): Promise<string | null> {
    for (const name of ['webp', 'avif', 'jpg'].map((ending) => `${base}-${width}.${ending}`))
      if (cache.isHere(name) || (await cache.bring(name))) return path.join(uploadsDir, name)
    return null
  }

  /**
   * Writes the AVIF files that a public picture lacks, because the picture or one of the widths is new. Files that come
   * with the program are copied. Returns the widths; null if the picture's files are elsewhere or gone.
   */
  async function widen({ base, width }: { base: string; width: number }) {
    const widths = widthsFor(width)
    const names = widths.map((one) => `${base}-${one}.avif`)
    const lasts = await lasting?.known(names)
    // A picture without any file in the store is left to `adopt`, which stores all of its files. A partly stored
    // picture would count as complete, and `adopt` would pass it over.
    if (lasts?.size === 0) return null
    const missing = names.filter((name) => !(lasts?.has(name) ?? cache.isHere(name)))
    if (missing.length === 0) return { widths, wasEncoded: false }
    if (!mayWrite()) throw new DomainError('unavailable')
    const isToMake = (name: string) => !cache.isHere(name)
    const isFinished = (name: string) => existsSync(finishedSource(name))
    await inTurn(async () => {
      const found = missing.filter((name) => isToMake(name) && isFinished(name))
      await copyPicture(found.map(finishedSource), uploadsDir)
    })
    const wasEncoded = missing.some(isToMake)
    if (wasEncoded) {
      const largest = await largestOf(base, width)
      if (largest === null) return null
      await decoding(async () => {
        const { convertPicture } = await import('./picture-encoding.ts')
        await convertPicture(largest, uploadsDir, missing.filter(isToMake))
      })
    }
    const files = missing.map((name) => ({ name, base, file: path.join(uploadsDir, name) }))
    await inTurn(() => cache.keepAll(files))
    return { widths, wasEncoded }
  }

  return {
    async provide(file: string, { isPrivate = false } = {}): Promise<void> {
      const name = isPrivate ? cache.privateName(file) : file
      if (cache.isHere(name) || existsSync(path.join(finishedPicturesDir, name))) return
      if (!(await cache.bring(name))) await complete(name)
    },

    tidy: cache.tidy,

    /**
     * Stores a form's picture (data URL or bare base64), or bytes, before the transaction that refers to it. Files of
     * a private picture are neither shared nor served. @throws `image_too_large`, `unsupported_image`
     */
    async store(
      image: string | Uint8Array,
      {
        bytesMax,
        isPrivate = false,
        isLogo = false,
      }: { bytesMax: number; isPrivate?: boolean; isLogo?: boolean },
    ): Promise<StoredPicture> {
      if (!mayWrite()) throw new DomainError('unavailable')
      return decoding(async () => {
        const isSpent = typeof image === 'string'
        const bytes = isSpent ? decode(image) : image
        if (bytes.length > bytesMax) {
          const megabytes = Math.ceil(bytesMax / 1024 / 1024)
          throw refusal('picture-of-many-bytes', { facts: { megabytes } })
        }
        const { encodePicture } = await import('./picture-encoding.ts')
        const picture = await encodePicture(isPrivate ? privateDir : uploadsDir, bytes, {
          isPrivate,
          isSpent,
          isLogo,
        })
        await cache.keep(picture.base, { isPrivate })
        return picture
      })
    },

    widen,

    /** Copies a private picture's files to the public folder, before the transaction that makes it public. */
    publish: (base: string): Promise<void> =>
      inTurn(async () => {
        for (const name of (await lasting?.namesOf(base)) ?? [])
          if (!cache.isHere(name)) await cache.bring(name)
        const files = (await cache.listIn(true)).filter((one) => one.base === base)
        await copyPicture(
          files.map(({ file }) => file),
          uploadsDir,
        )
        await cache.keep(base, { isPrivate: false })
      }),

    /** Removes a private picture that no row refers to, because its form was refused or had been sent before. */
    discard: ({ base }: StoredPicture): Promise<void> =>
      inTurn(() => cache.remove(base, { isPrivate: true })),

    async record(tx: Tx, { isPrivate, widths: _, avifWidths, ...picture }: StoredPicture): Promise<void> {
      const now = clock.now()
      const row = { ...picture, widths: JSON.stringify(avifWidths), created_at: now }
      await tx
        .insertInto('picture')
        .values({ ...row, private_since: isPrivate ? now : null })
        .onConflict((conflict) => conflict.column('base').doNothing())
        .execute()
    },

    async read(base: string): Promise<Buffer | null> {
      const here = (await cache.list()).flatMap((one) => (one.base === base ? [one.name] : []))
      const names = new Set([...here, ...((await lasting?.namesOf(base)) ?? [])])
      const widthOf = (name: string) => Number(/-(\d+)\.jpg$/.exec(name)?.[1] ?? 0)
      const [largest] = [...names].filter((name) => widthOf(name) > 0).sort((a, b) => widthOf(b) - widthOf(a))
      if (largest === undefined || !(cache.isHere(largest) || (await cache.bring(largest)))) return null
      return readFile(path.join(uploadsDir, largest))
    },

    async listStored(): Promise<string[]> {
      const here = (await cache.list()).map(({ base }) => base)
      return [...new Set([...here, ...((await lasting?.listBases()) ?? [])])]
    },

    /**
     * Returns false and changes nothing if the files were touched since `untouchedSince`, or if `forget` returns false.
     */
    remove(
      base: string,
      { untouchedSince, forget }: { untouchedSince?: string; forget: () => Promise<boolean> },
    ): Promise<boolean> {
      return inTurn(async () => {
        if (untouchedSince !== undefined && (await cache.isTouched(base, untouchedSince))) return false
        if (!(await forget())) return false
        await cache.remove(base, { untouchedSince })
        return true
      })
    },
  }
}

/** The bytes show the real format, so the type in the data URL is ignored. */
function decode(text: string): Buffer {
  const dataUrl = /^data:[^,]{0,200};base64,/i.exec(text)
  if (text.startsWith('data:') && dataUrl === null) throw new DomainError('unsupported_image')
  return Buffer.from(text.slice(dataUrl?.[0].length ?? 0), 'base64')
}
