/**
 * Something, @, something, dot, something (reading W10), without the marks that mail programs read as more than an
 * address. The domain's first part holds no dot, so the pattern never goes back far and takes linear time. In a file without zod, for light pages.
 */
export const emailPattern =
  /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\][^\s@<>()[\],;:"\\.]*\.[^\s@<>()[\],;:"\\]+$/
