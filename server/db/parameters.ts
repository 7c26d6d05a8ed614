/** @throws TypeError for a value that the engines store differently, and for U+0000 */
export function toParameter(value: unknown): null | string | number | bigint | Uint8Array {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0')) throw new TypeError('Text with U+0000 cannot be stored')
      return value
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`The number ${value} cannot be stored`)
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        throw new TypeError(`The integer ${value} is beyond 2^53 and cannot be stored exactly`)
      }
      return value
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1 : 0
    case 'object':
      if (value === null) return null
      if (value instanceof Date) return value.toISOString()
      if (value instanceof Uint8Array) return value
      break
    default:
  }
  const kind = Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : typeof value
  throw new TypeError(
    `A query parameter cannot be ${kind}. Pass text, a number, a boolean, a Date, bytes or null`,
  )
}
