import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { STARTER_VARIABLE, startOwnPostgres, type TestPostgres } from './postgres.ts'

/**
 * Vitest's global set-up: one PostgreSQL cluster for the whole run, which starts when a test file first asks for it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  let cluster: Promise<TestPostgres | null> | undefined
  const server = createServer(async (_request, response) => {
    cluster ??= startOwnPostgres({ isHasty: true })
    try {
      const started = await cluster
      response.end(JSON.stringify({ url: started?.url ?? null }))
    } catch (error) {
      response.writeHead(500).end((error as Error).message)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env[STARTER_VARIABLE] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await (await cluster?.catch(() => null))?.stop()
  }
}
