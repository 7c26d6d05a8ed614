import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { imageBodyLimit, line, picture, pictureText, wrapped } from '../primitives.ts'

export const heroPicturesMax = 6
export const heroPictureBytesMax = 10 * 1024 * 1024

/** The pictures that the school itself put at the head of its home page. Until it has one, the page shows drawn ones. */
const heroPictures = z.object({
  pictures: z.array(z.object({ id: z.string(), picture })),
})
export type HeroPictures = z.output<typeof heroPictures>

const pictureIds = z.array(line(100)).check(z.maxLength(heroPicturesMax))

export const getHeroPictures = defineEndpoint('GET /api/admin/hero-pictures', {
  summary: 'Get the school’s own pictures at the head of the home page',
  right: 'settings',
  response: wrapped(heroPictures),
})

export const addHeroPicture = defineEndpoint('POST /api/admin/hero-pictures', {
  summary: 'Add a picture at the head of the home page, behind those that are there',
  right: 'settings',
  body: z.object({ image: pictureText }),
  bodyLimit: imageBodyLimit,
  rate: 'upload',
  status: 201,
  errors: ['conflict', 'image_too_large', 'unsupported_image'],
  response: wrapped(heroPictures),
})

export const putHeroPictures = defineEndpoint('PUT /api/admin/hero-pictures', {
  summary:
    'Put the pictures at the head of the home page in this order, without those that are left out. `before` has the pictures that the caller saw.',
  right: 'settings',
  body: z.object({ pictures: pictureIds, before: pictureIds }),
  errors: ['conflict'],
  response: wrapped(heroPictures),
})
