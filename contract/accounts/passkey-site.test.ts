import { expect, test } from 'vitest'
import { passkeySite } from './passkey-site.ts'

test.each([
  ['https://flowers.example', 'flowers.example', 'https://flowers.example'],
  ['https://shop.flowers.example:8443/school', 'shop.flowers.example', 'https://shop.flowers.example:8443'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
])('passkeys work at the site address %s', (siteUrl, rpId, origin) => {
  expect(passkeySite(siteUrl)).toEqual({ rpId, origin })
})

test.each([
  'http://flowers.example',
  'https://192.0.2.7',
  'http://127.0.0.1:3000',
  // The following hosts are other spellings of an IP address.
  'https://0xC0000207',
  'https://192.519',
  'https://[2001:db8::1]',
])('passkeys do not work at the site address %s', (siteUrl) => {
  expect(passkeySite(siteUrl)).toBeNull()
})
