// P10: serves pages and turns a photograph into all its sizes, in one process like the real server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadBuild } from '../../server/http/rendering.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { createPictures } from '../../server/platform/pictures.ts'
import { startInProcess } from './in-process.ts'

process.once('message', async ({ dataDir, photo }: { dataDir: string; photo: Uint8Array }) => {
  const { app } = await startInProcess(dataDir, await loadBuild(path.resolve('build')))
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' })

  async function store(): Promise<number> {
    const uploadsDir = mkdtempSync(path.join(tmpdir(), 'malar-bench-'))
    const began = performance.now()
    await createPictures({ uploadsDir, clock: systemClock }).store(photo, { bytesMax: 64 * 1024 * 1024 })
    const ms = performance.now() - began
    rmSync(uploadsDir, { recursive: true })
    return ms
  }
  let isStoring = false
  async function keepStoring() {
    while (isStoring) await store()
  }
  process.on('message', async (what: 'store' | 'begin' | 'end') => {
    if (what === 'store') return process.send?.(await store())
    isStoring = what === 'begin'
    if (isStoring) void keepStoring()
    process.send?.('ok')
  })
  process.send?.(url)
})
