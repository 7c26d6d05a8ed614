import sharp from 'sharp'
import { expect } from 'vitest'
import type { PageContent, PageKey } from '../../contract/school/page-fields.ts'
import type { Answer, TestApp } from './app.ts'
import type { SignedIn } from './callers.ts'

/** Makes the base64 of a small picture; each shade is another picture. */
export async function pictureOf(shade: number): Promise<string> {
  const background = { r: shade, g: 90, b: 60 }
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background } })
  return (await image.png().toBuffer()).toString('base64')
}

/** Makes the calls by which staff edit pages. */
export function pagesDesk(app: TestApp, who: Pick<SignedIn, 'token'>) {
  const at = (page: PageKey) => `/api/admin/pages/${page}`
  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    app.http(method, path, { token: who.token, ...(body && { body }) })
  const find = async (page: PageKey) => (await call('GET', at(page))).body.data
  const versionOf = async (page: PageKey): Promise<number> => (await find(page)).version
  const desk = {
    call,
    find,
    versionOf,
    addPicture: async (shade: number): Promise<string> =>
      (await call('POST', '/api/admin/page-pictures', { image: await pictureOf(shade) })).body.data.id,
    save: async (page: PageKey, content: PageContent, version?: number) =>
      call('PUT', `${at(page)}/draft`, { content, version: version ?? (await versionOf(page)) }),
    publish: async (page: PageKey, version?: number) =>
      call('POST', `${at(page)}/publish`, { version: version ?? (await versionOf(page)) }),
    discard: async (page: PageKey, version?: number) =>
      call('POST', `${at(page)}/draft/discard`, { version: version ?? (await versionOf(page)) }),
    versions: async (page: PageKey) => (await call('GET', `${at(page)}/versions`)).body.data.versions,
    restore: async (page: PageKey, number: number, version?: number) =>
      call('POST', `${at(page)}/versions/${number}/restore`, {
        version: version ?? (await versionOf(page)),
      }),
    /** Saves and publishes the content. */
    async write(page: PageKey, content: PageContent): Promise<void> {
      expect((await desk.save(page, content)).status).toBe(200)
      expect((await desk.publish(page)).status).toBe(200)
    },
  }
  return desk
}
