/**
 * Something, @, something, dot, something (reading W10), without the marks that mail programs read as more than an
 * address. Only the first dot that counts is looked for: it takes linear time. In a file without zod, for light pages.
 */
export const emailPattern =
  /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\][^\s@<>()[\],;:"\\.]*\.[^\s@<>()[\],;:"\\]+$/
