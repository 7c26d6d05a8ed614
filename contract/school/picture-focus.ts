import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { focusPoint, line, wrapped } from '../primitives.ts'

const shown = z.object({ focus: z.nullable(focusPoint) })

export const putPictureFocus = defineEndpoint('PUT /api/admin/pictures/:base/focus', {
  summary:
    'Set the point of a picture that stays visible wherever the picture is cropped, or reset it to the centre with null. It applies at once on every page that shows the picture. `before` is the point that the caller saw.',
  right: 'site',
  params: z.object({ base: line(100) }),
  body: z.object({ focus: z.nullable(focusPoint), before: z.nullable(focusPoint) }),
  errors: ['conflict', 'not_found'],
  response: wrapped(shown),
})
