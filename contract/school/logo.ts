import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { imageBodyLimit, line, picture, pictureText, wrapped } from '../primitives.ts'

export const logoBytesMax = 5 * 1024 * 1024

/** The logo that the school uploaded. If it is null, pages show the drawn logo. */
const logo = z.object({
  logo: z.nullable(z.object({ id: z.string(), picture })),
})
export type Logo = z.output<typeof logo>

export const getLogo = defineEndpoint('GET /api/admin/logo', {
  summary: 'Get the school’s own logo',
  right: 'settings',
  response: wrapped(logo),
})

export const putLogo = defineEndpoint('PUT /api/admin/logo', {
  summary:
    'Set the school’s logo, or remove it with null. A background is added to a transparent logo, so that it can be seen. `before` is the logo that the caller saw.',
  right: 'settings',
  body: z.object({ image: z.nullable(pictureText), before: z.nullable(line(100)) }),
  bodyLimit: imageBodyLimit,
  rate: 'upload',
  errors: ['conflict', 'image_too_large', 'unsupported_image'],
  response: wrapped(logo),
})
