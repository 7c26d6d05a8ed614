import type { ServerBuild } from 'react-router'
import type { SiteBuild } from './http/pages.ts'
import { run } from './run.ts'

// `npm run dev`: pages and API in one process; a change in web/ shows at once, one in server/ starts the process anew.
await run(sources)

async function sources(): Promise<SiteBuild> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    server: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    stylesheet: null,
    clientDir: null,
    async attach(http) {
      // Vite answers for sources and their parts; what it does not know goes on to the API and the pages.
      http.addHook('onRequest', (request, reply, next) => {
        if (request.url.startsWith('/api/')) next()
        else vite.middlewares(request.raw, reply.raw, next)
      })
      http.addHook('onClose', () => vite.close())
    },
  }
}
