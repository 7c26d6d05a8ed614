import { enableCompileCache } from 'node:module'
import path from 'node:path'
import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'

enableCompileCache(path.resolve('.cache/compile'))
const { run } = await import('./run.ts')
await run(async () => {
  let vite: ViteDevServer | undefined
  return {
    async server() {
      if (vite === undefined) throw new Error('a page was requested before Vite was ready')
      return (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    },
    stylesheet: null,
    clientDir: null,
    async attach(http) {
      const { createServer } = await import('vite')
      const served = await createServer({
        server: { middlewareMode: true, hmr: { server: http.server } },
        appType: 'custom',
      })
      vite = served
      // The API and the pages are answered here, since Vite does not know them.
      http.addHook('onRequest', (request, reply, next) => {
        if (request.url.startsWith('/api/')) next()
        else served.middlewares(request.raw, reply.raw, next)
      })
      http.addHook('onClose', () => served.close())
    },
  }
})
