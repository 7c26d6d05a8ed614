import { expect, test } from 'vitest'
import { fixedClock } from '../../tests/harness/fixed-clock.ts'
import { createPrivatePictureLinks, privatePicturesPath } from './private-picture-links.ts'
import { createSignedLinks } from './signed-links.ts'

const base = '0123456789abcdef0123456789abcdef'
const file = `${base}-640.avif`
const links = createSignedLinks('a secret for tests, and for nothing else at all')
const linksAt = (now: string) => createPrivatePictureLinks(links, fixedClock(now))

function tokenMadeAt(now: string): string {
  const [token = ''] = linksAt(now).addressOf(base).slice(privatePicturesPath.length).split('/')
  return token
}

test('the address of a private picture stays the same within an hour and opens every size of the picture', () => {
  const token = tokenMadeAt('2026-07-01T10:00:00.000Z')
  expect(tokenMadeAt('2026-07-01T10:59:59.999Z')).toBe(token)
  expect(tokenMadeAt('2026-07-01T11:00:00.000Z')).not.toBe(token)
  for (const size of [file, `${base}-64.webp`, `${base}-1280.jpg`]) {
    expect(linksAt('2026-07-01T10:30:00.000Z').opens(token, size), size).toBe(true)
  }
})

test('the address of a private picture opens until the end of the next hour', () => {
  const token = tokenMadeAt('2026-07-01T10:59:59.999Z')
  expect(linksAt('2026-07-01T11:59:59.999Z').opens(token, file)).toBe(true)
  expect(linksAt('2026-07-01T12:00:00.000Z').opens(token, file)).toBe(false)
})

test('an address that was changed or signed for another file opens no private picture', () => {
  const token = tokenMadeAt('2026-07-01T10:00:00.000Z')
  const { opens } = linksAt('2026-07-01T10:00:00.000Z')
  const [hour = '', signature = ''] = token.split('.')
  const later = `${Number(hour) + 1}.${signature}`
  for (const wrong of ['', '.', hour, `${hour}.`, `.${signature}`, later, `${token}x`, `x${token}`]) {
    expect(opens(wrong, file), wrong).toBe(false)
  }
  for (const other of [`f${file.slice(1)}`, base, `${base}-640.png`, `../${file}`, `${file}.avif`, '']) {
    expect(opens(token, other), other).toBe(false)
  }
})
