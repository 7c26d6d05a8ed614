import { isAscii } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../contract/errors.ts'

/** The limit of values in one body: three times the number in the largest file that can be imported. */
const valuesMax = 50_000
const depthMax = 32

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}')

/**
 * Finds too many values or too deep nesting. A parsed value takes up to a hundred times its bytes, and deep nesting
 * overflows the stack.
 */
export function findOverload(json: string): DomainError | null {
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

const longTextMin = 64 * 1024
const quotesMax = 2_000
/** The bytes that may follow a value. After a property's name there is a colon instead. */
const afterValue: ReadonlySet<number | undefined> = new Set([comma, closeList, closeObject])
/** The placeholder of a long text is random, so that no caller can forge one. */
const standIn = randomUUID()

/**
 * Cuts long ASCII strings, such as pictures in base64, out of the body before it is parsed. Otherwise a picture would
 * be in memory three times.
 */
export function cutLongTexts(body: Buffer): { json: string; texts: string[] } {
  const texts: string[] = []
  const parts: string[] = []
  let from = 0
  let opened: number | null = null
  let at = body.indexOf(quote as number)
  for (let count = 0; at >= 0 && count < quotesMax; count++) {
    if (opened === null) opened = at + 1
    else if (!isEscaped(body, at)) {
      const text = body.subarray(opened, at)
      const isValue = afterValue.has(body[at + 1])
      if (isValue && text.length >= longTextMin && isAscii(text) && !text.includes(backslash as number)) {
        parts.push(body.toString('utf8', from, opened), standIn, String(texts.length))
        texts.push(text.toString('latin1'))
        from = at
      }
      opened = null
    }
    at = body.indexOf(quote as number, at + 1)
  }
  parts.push(body.toString('utf8', from))
  return { json: parts.join(''), texts }
}

function isEscaped(body: Buffer, at: number): boolean {
  let before = at
  while (body[before - 1] === backslash) before--
  return (at - before) % 2 === 1
}

function restore(value: unknown, texts: readonly string[]): unknown {
  if (typeof value === 'string') {
    return value.startsWith(standIn) ? texts[Number(value.slice(standIn.length))] : value
  }
  if (value === null || typeof value !== 'object') return value
  for (const [name, part] of Object.entries(value)) Reflect.set(value, name, restore(part, texts))
  return value
}

export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Many programs set a content type even on a call without a body.
    if (body.length === 0) return done(null, undefined)
    const { json, texts } = cutLongTexts(body)
    // Frees the memory of a body with a picture at once; garbage collection would come later.
    if (texts.length > 0 && body.length === body.buffer.byteLength) (body.buffer as ArrayBuffer).transfer(0)
    const refusal = findOverload(json)
    if (refusal !== null) return done(refusal)
    return parse(request, json, (error, parsed) => done(error, restore(parsed, texts)))
  })
}
