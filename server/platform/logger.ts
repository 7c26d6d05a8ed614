import { type Logger, pino } from 'pino'

export type { Logger }

/** Writes one JSON line per event, without bodies, query strings, addresses or names; a path only as its pattern. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // PostgreSQL names the values that broke a rule, and they may be personal.
    redact: { paths: ['err.detail', 'err.where', 'err.parameters'], remove: true },
  })
}
