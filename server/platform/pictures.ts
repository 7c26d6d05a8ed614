import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** A picture that was read, re-encoded and written to disk, not yet known to the database. */
export interface StoredPicture {
  /** Hash of its content: `/uploads/${base}-${width}.avif|webp|jpg`. */
  base: string
  width: number
  height: number
  widths: number[]
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
}
