/** The faults that domain code may answer to, or that pass by themselves; everything else is a defect. */
export type DbFault = 'unique' | 'check' | 'foreign' | 'not-null' | 'busy' | 'disk'

/** The database did not give a connection in time, or lost it. Trying again later may succeed. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/**
 * Says which designed fault an error of either engine is, or null for anything else.
 *
 * `constraint` is the same text on both engines: for unique `table.column, table.column` (the name of the
 * index, where it is made of an expression), for check the constraint's name (name every CHECK), for not-null
 * `table.column`. SQLite does not say which foreign key failed, so it is never given.
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
/** Input or output failed, full. Not read-only, which is what a write by `db.read` gets: a defect. */
const SQLITE_DISK = new Set([10, 13])
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

// https://www.postgresql.org/docs/current/errcodes-appendix.html. Class 08 is a broken connection; Node names
// the rest of the connection faults itself.
const POSTGRES_BUSY = new Set([
  '40001',
  '40P01',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
])
/** Full, input or output failed. */
const POSTGRES_DISK = new Set(['53100', '58030'])
const SOCKET_FAULTS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'])

function postgresFault(code: string, error: PostgresError): { fault: DbFault; constraint?: string } | null {
  const { syscall } = error as { syscall?: string }
  if (POSTGRES_BUSY.has(code) || code.startsWith('08')) return { fault: 'busy' }
  if (POSTGRES_DISK.has(code)) return { fault: 'disk' }
  if (SOCKET_FAULTS.has(code) && (code !== 'ENOENT' || syscall === 'connect')) return { fault: 'busy' }
  const fault = POSTGRES_CONSTRAINTS[code]
  if (fault === 'not-null') return withConstraint(fault, `${error.table}.${error.column}`)
  if (fault === 'unique') return withConstraint(fault, uniqueColumns(error) ?? error.constraint)
  if (fault === 'check') return withConstraint(fault, error.constraint)
  return fault ? { fault } : null
}

/** From `Key (a, b)=(1, 2) already exists.` in any language; nothing for an index on an expression. */
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
