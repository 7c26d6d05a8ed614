import { type Logger, pino } from 'pino'

export type { Logger }

/** Logs no bodies, query strings, addresses or names, and of a path only its pattern. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // PostgreSQL names the values that broke a rule, which may be personal.
    redact: { paths: ['err.detail', 'err.where', 'err.parameters'], remove: true },
  })
}
