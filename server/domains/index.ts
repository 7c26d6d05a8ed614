import type { BoundEndpoint } from '../http/context.ts'
import type { Deps } from './deps.ts'

/** The domains' services, each made once; a domain gets another's service here and nowhere else. */
export function createServices(deps: Deps) {
  return { deps }
}
export type Services = ReturnType<typeof createServices>

/** Every endpoint with the code that answers it: one line per domain. */
export function bindEndpoints(services: Services): BoundEndpoint[] {
  void services
  return []
}
