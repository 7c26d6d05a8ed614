import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { unfinishedMoveTable } from '../../server/db/unfinished-move.ts'
import type { LocalFile } from '../../server/platform/picture-cache.ts'
import type { NamedPicture } from '../backup/named-pictures.ts'

/** The schema has no other kinds: booleans, times and JSON are stored as these. */
export type Cell = null | string | number | Uint8Array

export interface Table {
  name: string
  /** They are in the alphabet's order, which both engines share. */
  columns: string[]
  key: string[]
}

export interface PictureHead {
  /** The path below the uploads, with `/` between. */
  name: string
  base: string
  /** SHA-256 of its bytes. */
  hash: string
  storedAt: string
}

/** A school's data on one engine; nobody else writes meanwhile. */
export interface Place {
  listTables(): Promise<Table[]>
  /** Rows in the order of their key, from the one after `after`. */
  read(table: Table, after: Cell[] | null, rowsMax: number): Promise<Cell[][]>
  /** The last numbers that the database itself gave out, by table. */
  readCounters(): Promise<Record<string, number>>
  /** Sorted by name. */
  listPictures(): Promise<PictureHead[]>
  readPicture(name: string): Promise<Uint8Array>
  listNamedPictures(): Promise<NamedPicture[]>
  close(): Promise<void>
}

/** Marks stand in the target itself, each written in one transaction with the rows that it reports. */
export type Marks = ReadonlyMap<string, string>

export interface Target extends Place {
  /** Marks of an earlier run; empty if none began. */
  readMarks(): Promise<Marks>
  /** Makes all tables empty, and takes keys and triggers away for now, because they would refuse or repeat rows. */
  begin(mark: Mark): Promise<void>
  write(table: Table, rows: Cell[][], mark: Mark): Promise<void>
  writePictures(files: { head: PictureHead; bytes: Uint8Array }[], mark: Mark): Promise<void>
  forget(): Promise<void>
  /** Puts keys and triggers back; from then on it is a school. */
  finish(counters: Record<string, number>): Promise<void>
}

export type Mark = [name: string, value: string]

/** These belong to the engine, count minutes, or say where picture files are, and those move separately. */
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

/** They come one after the other: a school's pictures do not fit into memory. */
export async function headsOf(files: readonly LocalFile[]): Promise<PictureHead[]> {
  const heads: PictureHead[] = []
  for (const { name, base, file } of files) {
    const { mtime } = await stat(file)
    heads.push({ name, base, hash: hash('sha256', await readFile(file)), storedAt: mtime.toISOString() })
  }
  return heads.sort(byName)
}
