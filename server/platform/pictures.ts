import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Transaction } from 'kysely'
import { DomainError } from '../../contract/errors.ts'
import type { Picture } from '../../contract/primitives.ts'
import type { Schema } from '../db/schema.ts'
import type { Clock } from './clock.ts'

/** A picture that was read, re-encoded and written to disk, not yet known to the database. */
export interface StoredPicture {
  /** Hash of its content: `/uploads/${base}-${width}.avif|webp|jpg`. */
  base: string
  /** Of the largest file, in pixels. */
  width: number
  height: number
  /** Ascending; never wider than what was sent. */
  widths: number[]
  /** The dominant colour, `#rrggbb`. */
  color: string
}

export interface Pictures {
  /**
   * Takes what a form sent (data URL or bare base64), or bytes, and stores it in every size and format (reading W5).
   * Refuses with `image_too_large`, `unsupported_image`. Runs before the transaction that names it.
   */
  store(image: string | Uint8Array, options: { bytesMax: number }): Promise<StoredPicture>
  /** Makes a stored picture known, in the transaction of the row that shows it. */
  record(tx: Transaction<Schema>, picture: StoredPicture): Promise<void>
  /** The bases of all pictures whose files are there. */
  listStored(): Promise<string[]>
  /**
   * Removes a picture's files, unless one was written or sent again since `untouchedSince`, or `forget`, which takes
   * its row away, answers that something still shows it. Answers whether it is gone.
   */
  remove(base: string, options: { untouchedSince: string; forget: () => Promise<boolean> }): Promise<boolean>
}

/** Where pages find the files (architecture: `/uploads/`). */
const uploadsPath = '/uploads/'

/** The columns to select of a left-joined `picture` for `pictureOf`. */
export const pictureColumns = [
  'picture.base',
  'picture.width',
  'picture.height',
  'picture.widths',
  'picture.color',
] as const

/** A left-joined `picture` row as the pages use it; null where the join found none. */
export function pictureOf(row: {
  base: string | null
  width: number | null
  height: number | null
  widths: string | null
  color: string | null
}): Picture | null {
  const { base, width, height, widths, color } = row
  if (base === null || width === null || height === null || widths === null || color === null) return null
  return { base: uploadsPath + base, width, height, widths: JSON.parse(widths) as number[], color }
}

/** The one file name that a plain `image` field carries (P§3): the largest JPEG, under `/uploads/`. */
export function imageFileOf(picture: Picture | null): string | null {
  return picture && `${picture.base.slice(uploadsPath.length)}-${picture.width}.jpg`
}

/** Keeps pictures as files named by their content in `uploadsDir`. */
export function createPictures({ uploadsDir, clock }: { uploadsDir: string; clock: Clock }): Pictures {
  // One picture at a time: the processor's other core serves pages meanwhile (P10).
  let previous: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = previous.then(work, work)
    previous = turn.catch(() => {})
    return turn
  }

  /** The files of pictures, and no others that may lie there. */
  async function listFiles(): Promise<{ base: string; name: string }[]> {
    const names = await readdir(uploadsDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [] // nothing was stored yet
      throw error
    })
    return names.flatMap((name) => {
      const base = /^([0-9a-f]{32})-\d+\.(?:avif|webp|jpg)$/.exec(name)?.[1]
      return base === undefined ? [] : [{ base, name }]
    })
  }

  return {
    async store(image, { bytesMax }) {
      const bytes = typeof image === 'string' ? decode(image) : image
      if (bytes.length > bytesMax) {
        const megabytes = Math.ceil(bytesMax / 1024 / 1024)
        throw new DomainError('image_too_large', {
          message: `That picture is too large. Please choose one smaller than ${megabytes} MB.`,
        })
      }
      // The library comes with the first picture: a start need not wait for it (P8).
      return inTurn(async () => (await import('./picture-encoding.ts')).encodePicture(uploadsDir, bytes))
    },

    async record(tx, picture) {
      await tx
        .insertInto('picture')
        .values({
          base: picture.base,
          width: picture.width,
          height: picture.height,
          widths: JSON.stringify(picture.widths),
          color: picture.color,
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.column('base').doNothing())
        .execute()
    },

    async listStored() {
      return [...new Set((await listFiles()).map(({ base }) => base))]
    },

    remove(base, { untouchedSince, forget }) {
      return inTurn(async () => {
        const files = (await listFiles()).filter((file) => file.base === base).map(({ name }) => name)
        for (const name of files) {
          const { mtimeMs } = await stat(path.join(uploadsDir, name))
          if (mtimeMs >= Date.parse(untouchedSince)) return false
        }
        if (!(await forget())) return false
        for (const name of files) await rm(path.join(uploadsDir, name), { force: true })
        return true
      })
    },
  }
}

/** The type that a data URL claims is not looked at: the bytes tell. */
function decode(text: string): Buffer {
  const dataUrl = /^data:[^,]{0,200};base64,/i.exec(text)
  if (text.startsWith('data:') && dataUrl === null) throw new DomainError('unsupported_image')
  return Buffer.from(text.slice(dataUrl?.[0].length ?? 0), 'base64')
}
