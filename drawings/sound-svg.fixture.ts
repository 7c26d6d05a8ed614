import { expect } from 'vitest'

/** Throws if tags do not nest, an attribute repeats or a value is not a number; returns the ids used. */
export function parseSvg(text: string): { ids: string[]; references: string[] } {
  const open: string[] = []
  const tag = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z-]+[0-9]?="[^"<>]*")*)\s*(\/?)>/y
  let at = 0
  while (at < text.length) {
    tag.lastIndex = at
    const found = tag.exec(text)
    if (!found) throw new Error(`not well formed at ${at}: ${text.slice(at, at + 80)}`)
    const [, closing, name = '', attributes = '', empty] = found
    const names = [...attributes.matchAll(/([a-zA-Z-]+[0-9]?)="/g)].map((m) => m[1])
    if (new Set(names).size !== names.length) throw new Error(`repeated attribute: ${found[0]}`)
    if (closing) {
      if (open.pop() !== name) throw new Error(`unexpected </${name}> at ${at}`)
    } else if (!empty) open.push(name)
    at = tag.lastIndex
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(' ')}`)
  return {
    ids: [...text.matchAll(/ id="([^"]+)"/g)].map((m) => m[1] ?? ''),
    references: [...text.matchAll(/url\(#([^)]+)\)/g)].map((m) => m[1] ?? ''),
  }
}

export function expectSound(text: string) {
  const { ids, references } = parseSvg(text)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of new Set(references)) expect(ids).toContain(id)
  expect(text).not.toMatch(/<text|foreignObject|href|oklch|<style|<script|<image|NaN|undefined|Infinity/)
}
