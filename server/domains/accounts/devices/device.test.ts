import { expect, test } from 'vitest'
import { browserOf, deviceOf } from './device.ts'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  ['Firefox/144.0', 'Firefox'],
  ['Dalvik/2.1.0 (Linux; U; Android 15)', 'Android'],
  ['curl/8.5.0', null],
  ['', null],
])('the browser “%s” is named %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test('a browser’s request is read for its device name and its device tokens', () => {
  expect(browserOf('Firefox/144.0', ['a'])).toEqual({ name: 'Firefox', deviceTokens: ['a'] })
  expect(browserOf('')).toEqual({ name: null, deviceTokens: [] })
})
