import { type Logger, pino } from 'pino'

export type { Logger }

/** Logs no bodies, query strings, addresses or names, and the pattern of a path instead of the path. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // PostgreSQL reports the values that violate a constraint, which may be personal.
    redact: { paths: ['err.detail', 'err.where', 'err.parameters'], remove: true },
  })
}
