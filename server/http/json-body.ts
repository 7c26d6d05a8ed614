import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../contract/errors.ts'

/** Values of one body; the largest file that can be imported has a third of them. */
const valuesMax = 50_000
/** No endpoint asks for more than five levels. */
const depthMax = 32

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}')

/** Checks JSON before it is parsed: many small values take a hundred times their bytes, depth overflows the stack. */
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

export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const refusal = refuseTangled(body as string)
    if (refusal === null) return parse(request, body as string, done)
    done(refusal)
  })
}
