/**
 * Something, @, something, dot, something, no spaces (reading W10), and none of the marks that mail programs read as
 * more than an address. The first dot that counts is the only one looked for, so that it takes linear time. By itself,
 * for pages that load no schema.
 */
export const emailPattern =
  /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\][^\s@<>()[\],;:"\\.]*\.[^\s@<>()[\],;:"\\]+$/
