/** Makes a URL from a data URL, bare base64, a file name under /uploads/, or a URL. */
export function imageAddress(image: string | null | undefined): string | null {
  const value = image?.trim()
  if (!value) return null
  if (/^(data:|https?:\/\/|\/)/.test(value)) return value
  if (/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.(?:jpe?g|png|webp|avif|gif)$/i.test(value)) {
    return `/uploads/${value}`
  }
  return `data:image/jpeg;base64,${value}`
}
