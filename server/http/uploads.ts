import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refusal } from '../../contract/errors.ts'
import type { Deps } from '../domains/deps.ts'
import { finishedPicturesDir, privatePicturesDir } from '../platform/picture-cache.ts'
import { uploadsPath } from '../platform/pictures.ts'
import {
  createPrivatePictureLinks,
  pictureFilePattern,
  privatePicturesPath,
} from '../platform/private-picture-links.ts'
import { authSecret } from '../platform/secret.ts'
import { createSignedLinks } from '../platform/signed-links.ts'

/** A visitor's picture is private: it is served only at a signed address, which only the back office receives. */
export async function mountUploads(
  http: FastifyInstance,
  { config, clock, pictures }: Deps,
  uploadsDir: string,
): Promise<void> {
  const links = createPrivatePictureLinks(createSignedLinks(authSecret(config)), clock)
  const privateDir = privatePicturesDir(uploadsDir)
  await http.register(async (uploads) => {
    uploads.addHook('onRequest', async ({ params }) => {
      const { '*': file = '' } = params as { '*'?: string }
      if (pictureFilePattern.test(file)) await pictures.provide(file)
    })
    await uploads.register(fastifyStatic, {
      root: [uploadsDir, finishedPicturesDir],
      prefix: uploadsPath,
      index: false,
      dotfiles: 'deny',
      cacheControl: false,
      setHeaders: (reply, file) => {
        if (file.startsWith(privateDir)) return
        reply.header('cache-control', 'public, max-age=31536000, immutable')
      },
    })
    uploads.get(`${privatePicturesPath}:token/:file`, async (request, reply) => {
      const { token, file } = request.params as { token: string; file: string }
      if (!links.opens(token, file)) throw refusal('picture-link-over')
      await pictures.provide(file, { isPrivate: true })
      reply.header('cache-control', 'private, max-age=3600')
      return reply.sendFile(file, privateDir, { cacheControl: false })
    })
  })
}
