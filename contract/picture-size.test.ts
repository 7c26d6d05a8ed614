import { expect, test } from 'vitest'
import { classImageBytesMax } from './catalogue/courses.ts'
import { instructorImageBytesMax } from './catalogue/instructors.ts'
import { requestImageBytesMax } from './people/custom-requests.ts'
import { productImageBytesMax } from './store/product-input.ts'

// The server and the forms both refuse a picture with more bytes than this limit.
test.each([
  ['a class', classImageBytesMax, 5],
  ['a product', productImageBytesMax, 10],
  ['an instructor', instructorImageBytesMax, 10],
  ['a custom request', requestImageBytesMax, 10],
])(
  'a picture of %s is refused at exactly the limit of megabytes, and accepted with one byte less',
  (_, bytesMax, megabytes) => {
    const limit = megabytes * 1024 * 1024
    expect(limit > bytesMax).toBe(true)
    expect(limit - 1 > bytesMax).toBe(false)
  },
)
