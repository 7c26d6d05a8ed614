import * as domains from './domains.ts'
import { type AnyEndpoint, isEndpoint, type KeyOf } from './endpoint.ts'

type Domains = typeof domains
type EndpointIn<Module> = Extract<Module[keyof Module], AnyEndpoint>
type Declared = { [D in keyof Domains]: EndpointIn<Domains[D]> }[keyof Domains]

/** Callers find an endpoint by its name: `Api['GET /api/courses']`. */
export type Api = { [E in Declared as KeyOf<E>]: E }
export type ApiKey = keyof Api

export const endpoints: readonly AnyEndpoint[] = Object.values(domains)
  .flatMap((module) => Object.values(module) as unknown[])
  .filter(isEndpoint)
  .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
