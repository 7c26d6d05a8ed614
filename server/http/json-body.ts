import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../contract/errors.ts'

/** Values, lists and objects of one body; the longest file that can be imported has a third of them. */
const valuesMax = 50_000
/** Lists and objects inside each other; no endpoint asks for more than five. */
const depthMax = 32

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}')

/**
 * Counts what a JSON text would become, before it becomes that: many small values cost a hundred times their bytes,
 * and what nests deeply ends whatever walks it by itself. Null where it may be read.
 */
export function refuseTangled(json: string): DomainError | null {
  let values = 0
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at)
    if (isInText) {
      if (sign === backslash) at++
      else if (sign === quote) isInText = false
    } else if (sign === quote) isInText = true
    else if (sign === comma) values++
    else if (sign === openList || sign === openObject) {
      values++
      depth++
      if (depth > depthMax) return new DomainError('bad_request')
    } else if (sign === closeList || sign === closeObject) depth--
    if (values > valuesMax) return new DomainError('body_too_large')
  }
  return null
}

/** Reads bodies of JSON, each within its endpoint's limit of bytes and within these. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const refusal = refuseTangled(body as string)
    if (refusal === null) return parse(request, body as string, done)
    done(refusal)
  })
}
