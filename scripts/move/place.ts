import { unfinishedMoveTable } from '../../server/db/unfinished-move.ts'
import type { NamedPicture } from '../backup/named-pictures.ts'

/** The schema has no other kinds: no boolean, no time, no JSON is a type of its own. */
export type Cell = null | string | number | Uint8Array

export interface Table {
  name: string
  /** In the alphabet's order, which both engines share. */
  columns: string[]
  /** Columns of the primary key. */
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

/** A school's data on one engine, which nobody else writes meanwhile. */
export interface Place {
  listTables(): Promise<Table[]>
  /** Rows in the order of their key, from the one after `after`. */
  read(table: Table, after: Cell[] | null, rowsMax: number): Promise<Cell[][]>
  /** The last numbers that the database itself gave out, by table. */
  readCounters(): Promise<Record<string, number>>
  /** By name. */
  listPictures(): Promise<PictureHead[]>
  readPicture(name: string): Promise<Uint8Array>
  listNamedPictures(): Promise<NamedPicture[]>
  close(): Promise<void>
}

/** Marks stand in the target itself, each written in the transaction of what it tells of. */
export type Marks = ReadonlyMap<string, string>

export interface Target extends Place {
  /** What an earlier run brought; empty where none began. */
  readMarks(): Promise<Marks>
  /** Makes all tables, without a row, and takes away for now what would refuse or repeat rows: keys and triggers. */
  begin(mark: Mark): Promise<void>
  write(table: Table, rows: Cell[][], mark: Mark): Promise<void>
  writePictures(files: { head: PictureHead; bytes: Uint8Array }[], mark: Mark): Promise<void>
  /** The next run begins anew. */
  forget(): Promise<void>
  /** Puts keys and triggers back; from then on it is a school. */
  finish(counters: Record<string, number>): Promise<void>
}

export type Mark = [name: string, value: string]

/** What belongs to the engine, counts of minutes, and where files of pictures are, which move by themselves. */
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
