import { type Logger, pino } from 'pino'

export type { Logger }

/**
 * One JSON line per event. No bodies, no query strings, no addresses, no names: what is logged of a request is its
 * method, the route's pattern, the status, the time and the request id.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // PostgreSQL names the values that broke a rule, and they may be personal.
    redact: { paths: ['err.detail', 'err.where', 'err.parameters'], remove: true },
  })
}
