import { globSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** A route for each of 150 files would slow the start by 50 ms, so one handler looks the path up. */
export async function createBuildFiles(http: FastifyInstance, clientDir: string | null) {
  if (clientDir === null) return () => false
  await http.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      const isHashed = file.startsWith(path.join(clientDir, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const paths = new Set(
    globSync('**/*.*', { cwd: clientDir })
      .filter((name) => !/\.(br|gz)$/.test(name))
      .map((name) => `/${name.replaceAll('\\', '/')}`),
  )
  return (at: string, reply: FastifyReply) => {
    if (!paths.has(at)) return false
    reply.sendFile(at)
    return true
  }
}
