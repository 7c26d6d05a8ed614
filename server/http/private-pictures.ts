import type { FastifyInstance } from 'fastify'
import { refusal } from '../../contract/errors.ts'
import { privatePicturesDir } from '../platform/pictures.ts'
import { type PrivatePictureLinks, privatePicturesPath } from '../platform/private-picture-links.ts'

/** Serves strangers' pictures at signed addresses, which only answers of the back office hold. */
export function mountPrivatePictures(
  app: FastifyInstance,
  { links, uploadsDir }: { links: PrivatePictureLinks; uploadsDir: string },
): void {
  app.get(`${privatePicturesPath}:token/:file`, async (request, reply) => {
    const { token, file } = request.params as { token: string; file: string }
    if (!links.opens(token, file)) {
      throw refusal('picture-link-over')
    }
    return reply
      .header('cache-control', 'private, max-age=3600')
      .sendFile(file, privatePicturesDir(uploadsDir), { cacheControl: false })
  })
}
