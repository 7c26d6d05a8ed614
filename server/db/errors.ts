/** The faults that callers may handle; all other errors are defects. `disk` lasts until an operator repairs it. */
export type DbFault = 'unique' | 'check' | 'foreign' | 'not-null' | 'busy' | 'disk'

/**
 * The database cannot be reached, or accepts no writes. If the connection was lost during COMMIT, nobody knows whether
 * the writes were committed.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

export class StandbyReached extends DatabaseUnavailable {
  override name = 'StandbyReached'
}

/**
 * Finds the fault behind an engine's error; null for any other error. Both engines give the same `constraint`:
 * `table.column, table.column` for unique (or the name of an index on an expression), the name for check,
 * `table.column` for not-null. SQLite does not report which foreign key failed.
 */
export function dbFault(error: unknown): { fault: DbFault; constraint?: string } | null {
  if (error instanceof DatabaseUnavailable) return { fault: 'busy' }
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  if (code === 'ERR_SQLITE_ERROR') return sqliteFault(error as SqliteError)
  return typeof code === 'string' ? postgresFault(code, error as PostgresError) : null
}

interface SqliteError extends Error {
  errcode: number
}

// https://sqlite.org/rescode.html: the low byte is the primary code.
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_DISK = new Set([8, 10, 13, 14])
const SQLITE_CONSTRAINTS: Record<number, DbFault> = {
  275: 'check',
  787: 'foreign',
  1299: 'not-null',
  1555: 'unique', // primary key
  2067: 'unique',
  2579: 'unique', // rowid
}

function sqliteFault({ errcode, message }: SqliteError): { fault: DbFault; constraint?: string } | null {
  const primary = errcode & 0xff
  if (primary === SQLITE_BUSY || primary === SQLITE_LOCKED) return { fault: 'busy' }
  if (SQLITE_DISK.has(primary)) return { fault: 'disk' }
  const fault = SQLITE_CONSTRAINTS[errcode]
  if (!fault) return null
  const constraint = /constraint failed: (?:index '(.+)'|(.+))$/s.exec(message)
  return withConstraint(fault, constraint?.[1] ?? constraint?.[2])
}

interface PostgresError extends Error {
  detail?: string
  table?: string
  column?: string
  constraint?: string
}

const POSTGRES_CONSTRAINTS: Record<string, DbFault> = {
  '23502': 'not-null',
  '23503': 'foreign',
  '23505': 'unique',
  '23514': 'check',
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const POSTGRES_BUSY = new Set(['55P03', '57014'])
const POSTGRES_UNDONE = new Set(['40001', '40P01'])
/** PostgreSQL reports too many transactions that wait for one row as this internal error (multixact.c). */
const POSTGRES_CROWDED = /^new multixact has more than one updating member/
/** 08: broken connection; 57P: the server shuts down; 25P03: idle for too long; 53300: too many connections. */
const POSTGRES_LOST = /^(08...|57P..|25P03|53300)$/
/** 53: no disk space or memory; 58: system faults. */
const POSTGRES_DISK = /^(53|58)...$/
const SOCKET_FAULT =
  /^(ECONN(ABORTED|REFUSED|RESET)|E(HOST|NET)(DOWN|UNREACH)|EPIPE|ETIMEDOUT|EAI_(AGAIN|FAIL)|ENOTFOUND)$/

export function isUndone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = error as Error & { code?: unknown }
  if (typeof code !== 'string') return false
  return POSTGRES_UNDONE.has(code) || (code === 'XX000' && POSTGRES_CROWDED.test(message))
}

export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // Time-outs and lost connections of the driver `pg` are plain errors without a code.
  if (code === undefined) return error.constructor === Error
  if (typeof code !== 'string') return false
  return POSTGRES_LOST.test(code) || SOCKET_FAULT.test(code) || (code === 'ENOENT' && syscall === 'connect')
}

function postgresFault(code: string, error: PostgresError): { fault: DbFault; constraint?: string } | null {
  if (POSTGRES_BUSY.has(code) || isUndone(error) || isConnectionLost(error)) return { fault: 'busy' }
  if (POSTGRES_DISK.test(code)) return { fault: 'disk' }
  const fault = POSTGRES_CONSTRAINTS[code]
  if (fault === 'not-null') return withConstraint(fault, `${error.table}.${error.column}`)
  if (fault === 'unique') return withConstraint(fault, uniqueColumns(error) ?? error.constraint)
  if (fault === 'check') return withConstraint(fault, error.constraint)
  return fault ? { fault } : null
}

/** Reads the columns from PostgreSQL's detail `Key (a, b)=(1, 2) already exists.`, in any language of the server. */
function uniqueColumns({ detail, table }: PostgresError): string | undefined {
  const columns = /\(([^()]+)\)=\(/.exec(detail ?? '')?.[1]
  return columns
    ?.split(', ')
    .map((column) => `${table}.${column.replace(/^"(.*)"$/, '$1')}`)
    .join(', ')
}

function withConstraint(fault: DbFault, constraint: string | undefined) {
  return constraint ? { fault, constraint } : { fault }
}
