// P10: serves pages and turns a photograph into all its sizes, in one process like the real server.
import path from 'node:path'
import { loadBuild } from '../../server/http/rendering.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { createPictures } from '../../server/platform/pictures.ts'
import { makePhoto } from '../photo.ts'
import { temporaryFolder } from '../processes.ts'
import { startInProcess } from './in-process.ts'

const photo = await makePhoto(10 * 1024 * 1024)

/** Starts the server, and returns its URL. */
export async function start(dataDir: string): Promise<string> {
  const { app } = await startInProcess(dataDir, await loadBuild(path.resolve('build')))
  return app.http.listen({ port: 0, host: '127.0.0.1' })
}

/** Stores the photograph, and returns how long that took. */
export async function store(): Promise<number> {
  using folder = temporaryFolder()
  const pictures = createPictures({ uploadsDir: folder.path, clock: systemClock })
  const began = performance.now()
  await pictures.store(photo, { bytesMax: 64 * 1024 * 1024 })
  return performance.now() - began
}

let isStoring = false

export function begin(): void {
  isStoring = true
  const keepStoring = async () => {
    while (isStoring) await store()
  }
  void keepStoring()
}

/** Stops storing pictures once the current picture is stored. */
export function end(): void {
  isStoring = false
}
