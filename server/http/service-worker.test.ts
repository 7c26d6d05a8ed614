import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { serviceWorker } from './service-worker.ts'

/** Runs the workers' scripts with one cache storage between them, as a browser does for one origin. */
function createBrowser() {
  const stored = new Map<string, Map<string, unknown>>()
  const caches = {
    open: async (name: string) => {
      const pages = stored.get(name) ?? new Map<string, unknown>()
      stored.set(name, pages)
      return { put: async (page: string, response: unknown) => void pages.set(page, response) }
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    has: async (name: string) => stored.has(name),
    match: async (page: string) => [...stored.values()].find((pages) => pages.has(page))?.get(page),
  }
  return {
    stored,
    start(version: string) {
      const listeners = new Map<string, (event: unknown) => void>()
      const fetch = async () => ({ ok: true, text: version })
      const registration = { navigationPreload: { enable: async () => undefined } }
      const addEventListener = listeners.set.bind(listeners)
      const context = createContext({ caches, fetch, registration, addEventListener, skipWaiting: () => {} })
      runInContext(serviceWorker(version), context)
      return async (type: 'install' | 'activate') => {
        const waited: Promise<unknown>[] = []
        listeners.get(type)?.({ waitUntil: (promise: Promise<unknown>) => waited.push(promise) })
        await Promise.all(waited)
      }
    },
  }
}

test('the activation of a service worker deletes the offline pages of earlier versions', async () => {
  const browser = createBrowser()
  const [first, second] = [browser.start('1'), browser.start('2')]
  for (const step of ['install', 'activate'] as const) await first(step)
  for (const step of ['install', 'activate'] as const) await second(step)
  expect([...browser.stored.keys()]).toEqual(['offline 2'])
})

test('a service worker that installs while another activates still has its offline page afterwards', async () => {
  const browser = createBrowser()
  const [second, third] = [browser.start('2'), browser.start('3')]
  await second('install')
  await third('install')
  await second('activate')
  await third('activate')
  expect([...browser.stored.keys()]).toEqual(['offline 3'])
  expect(browser.stored.get('offline 3')?.get('/offline')).toMatchObject({ text: '3' })
})
