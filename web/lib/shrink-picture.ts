import { ApiError } from './api.ts'
import * as text from './lib.en.ts'

const widthMax = 1024
const qualityMax = 0.7
const qualities = [qualityMax, 0.6, 0.5, 0.4]
const narrower = 0.8
const widthMin = 240

export interface ShrinkStep {
  width: number
  height: number
  /** The quality of the JPEG, 0 to 1. */
  quality: number
}

/** A picture that cannot be used; `message` is shown to people. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/** Yields sizes and qualities to try: first lower quality at the same width, then smaller widths. */
export function* shrinkSteps(size: { width: number; height: number }): Generator<ShrinkStep> {
  let width = Math.min(size.width, widthMax)
  do {
    const height = Math.max(1, Math.round((size.height / size.width) * width))
    for (const quality of qualities) yield { width, height, quality }
    width = Math.round(width * narrower)
  } while (width >= widthMin)
}

export function needsShrinking(file: { size: number; width: number }, bytesMax: number): boolean {
  return file.size > bytesMax || file.width > widthMax
}

/**
 * Makes a picture that is too large into a JPEG at most 1024 px wide, of at most `bytesMax` bytes. @throws PictureError
 */
export async function shrinkPicture(file: Blob, bytesMax: number): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => {
    throw new PictureError(text.pictureFailed)
  })
  try {
    if (!needsShrinking({ size: file.size, width: image.width }, bytesMax)) return file
    for (const step of shrinkSteps(image)) {
      const blob = await drawn(image, step)
      if (blob === null) throw new PictureError(text.pictureFailed)
      if (blob.size <= bytesMax) return blob
    }
  } finally {
    image.close()
  }
  throw new PictureError(text.pictureTooLarge)
}

function drawn(image: ImageBitmap, { width, height, quality }: ShrinkStep): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  // A JPEG has no transparency, and transparent parts would become black, so the background is white.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
}

/** @throws PictureError */
export function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new PictureError(text.pictureUnreadable))
    reader.readAsDataURL(file)
  })
}

const sentBytesMax = 1024 * 1024

/** Makes a data URL from the picture, small enough to be sent. @throws ApiError */
export async function sentPicture(file: File): Promise<string> {
  try {
    return await readDataUrl(await shrinkPicture(file, sentBytesMax))
  } catch (error) {
    throw error instanceof PictureError
      ? new ApiError(415, { error: error.message, code: 'unsupported_image' })
      : error
  }
}
