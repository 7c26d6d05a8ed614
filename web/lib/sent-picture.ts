import { ApiError } from './api.ts'
import { PictureError, readDataUrl, shrinkPicture } from './shrink-picture.ts'

/** Only larger pictures of visitors are made smaller. */
const sentBytesMax = 1024 * 1024

/** The chosen picture as the API takes it. @throws ApiError with the sentence by which the server would refuse it */
export async function sentPicture(file: File): Promise<string> {
  try {
    return await readDataUrl(await shrinkPicture(file, sentBytesMax))
  } catch (error) {
    throw error instanceof PictureError
      ? new ApiError(415, { error: error.message, code: 'unsupported_image' })
      : error
  }
}
