import * as domains from './domains.ts'
import { type AnyEndpoint, type EndpointGroup, endpointsIn, type KeyOf } from './endpoint.ts'

type Domains = typeof domains
type EndpointIn<Value> = Value extends AnyEndpoint
  ? Value
  : Value extends EndpointGroup
    ? EndpointIn<Value[keyof Value]>
    : never
type Declared = { [D in keyof Domains]: EndpointIn<Domains[D][keyof Domains[D]]> }[keyof Domains]

/** All endpoints by name: `Api['GET /api/courses']`. */
export type Api = { [E in Declared as KeyOf<E>]: E }
export type ApiKey = keyof Api

export const endpoints: readonly AnyEndpoint[] = Object.values(domains)
  .flatMap((module) => Object.values(module).flatMap(endpointsIn))
  .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
