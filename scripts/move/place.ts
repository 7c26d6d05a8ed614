import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { unfinishedMoveTable } from '../../server/db/unfinished-move.ts'
import type { NamedPicture } from '../../server/platform/backup/named-pictures.ts'
import type { LocalFile } from '../../server/platform/picture-cache.ts'

/** A value of a column. The schema has no other types: booleans, times and JSON are stored as one of these. */
export type Cell = null | string | number | Uint8Array

export interface Table {
  name: string
  /** The columns in alphabetical order, which is the same on both engines. */
  columns: string[]
  key: string[]
}

export interface PictureHead {
  /** The path below the uploads folder, with `/` between folders. */
  name: string
  base: string
  /** SHA-256 of the file's bytes. */
  hash: string
  storedAt: string
}

/** A school's data on one engine. No other program writes into the data while the place is open. */
export interface Place {
  listTables(): Promise<Table[]>
  /** Reads up to `rowsMax` rows in the order of their key, beginning with the row after the key `after`. */
  read(table: Table, after: Cell[] | null, rowsMax: number): Promise<Cell[][]>
  /** Reads the last row number that the database generated, by table. */
  readCounters(): Promise<Record<string, number>>
  /** Lists the pictures by name. */
  listPictures(): Promise<PictureHead[]>
  readPicture(name: string): Promise<Uint8Array>
  listNamedPictures(): Promise<NamedPicture[]>
  close(): Promise<void>
}

/**
 * The progress of a move, stored in the target. Each mark is written in one transaction with the rows that it reports.
 */
export type Marks = ReadonlyMap<string, string>

export interface Target extends Place {
  /** The marks of an earlier move that was not completed; empty if there was none. */
  readMarks(): Promise<Marks>
  /**
   * Empties all tables. Also drops foreign keys and triggers until `finish`, because they would refuse rows or write
   * them twice.
   */
  begin(mark: Mark): Promise<void>
  write(table: Table, rows: Cell[][], mark: Mark): Promise<void>
  writePictures(files: { head: PictureHead; bytes: Uint8Array }[], mark: Mark): Promise<void>
  forget(): Promise<void>
  /** Restores foreign keys and triggers. A server may start on the target after this call. */
  finish(counters: Record<string, number>): Promise<void>
}

export type Mark = [name: string, value: string]

/** Tables that are not moved: those of the engine, counts of the last minutes, and the places of the picture files. */
export const tablesThatStay: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  'picture_file',
  'picture_leftover',
  'rate_count',
  unfinishedMoveTable,
]

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const listed = (names: readonly string[]): string => names.map(quoted).join(', ')

export const byName = (one: { name: string }, other: { name: string }): number =>
  one.name < other.name ? -1 : 1

/** Reads one file after the other, because a school's pictures do not fit into memory. */
export async function headsOf(files: readonly LocalFile[]): Promise<PictureHead[]> {
  const heads: PictureHead[] = []
  for (const { name, base, file } of files) {
    const { mtime } = await stat(file)
    heads.push({ name, base, hash: hash('sha256', await readFile(file)), storedAt: mtime.toISOString() })
  }
  return heads.sort(byName)
}
