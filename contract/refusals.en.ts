// Refusals that every room shares, in English.

import { type Right, type RoleGroup, rights } from './rights.ts'

const onlyFor: Record<RoleGroup, string> = {
  staff: 'Only staff can do this.',
  owners: 'Only an owner can do this.',
  managers: 'Only an owner or a manager can do this.',
  instructors: 'Only an owner, a manager or an instructor can do this.',
  'front-desk': 'Only an owner, a manager or the front desk can do this.',
  florists: 'Only an owner, a manager or a florist can do this.',
  'front-desk-and-florists': 'Only an owner, a manager, the front desk or a florist can do this.',
}

export const refusals = {
  not_found: {
    'no-such-address': 'This API has nothing at this address.',
    'no-answer-under-key': 'No request with this key has been answered.',
    'not-in-bin': 'This isn’t in the bin. Someone may have restored it already.',
    'picture-link-over': 'This link to the picture has expired. Open the picture from the back office again.',
    'import-unknown': 'This import is no longer on the list.',
  },
  unavailable: {
    'site-closed': 'The school hasn’t opened its site yet. Please come back soon.',
  },
  bad_request: {
    'no-such-page': 'The list doesn’t have that page. Go back to the first page.',
    'bad-idempotency-key': 'The Idempotency-Key must be 8 to 100 letters, digits, hyphens or underscores.',
  },
  forbidden: {
    'role-may-not': ({ right }: { right: Right }) => onlyFor[rights[right]],
    'preview-over': 'This preview has ended. Open a new one from the back office.',
    'preview-write': 'This is a preview. You can look around, but nothing is sent from here.',
    'trial-write': 'This is a trial. You can try an enrolment, but nothing else is sent from here.',
    'form-of-another-site': 'This form was sent from another site. Open our page and send it from there.',
  },
  unsupported_image: {
    'picture-of-heic': 'HEIC pictures aren’t supported. Save the picture as a JPEG and choose it again.',
    'picture-damaged': 'That picture seems to be damaged. Choose another one.',
  },
  image_too_large: {
    'picture-of-many-pixels': ({ width, height }: { width: number; height: number }) =>
      `That picture has too many pixels (${width} × ${height}). Choose a smaller one.`,
    'picture-of-many-bytes': ({ megabytes }: { megabytes: number }) =>
      `That picture is too large. Choose one smaller than ${megabytes} MB.`,
  },
  conflict: {
    'no-way-to-pay': 'We can’t take payments yet, so you can’t book or buy this here. Please contact us.',
    'import-taken-back': 'This import has already been undone.',
  },
}
