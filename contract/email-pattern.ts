/**
 * Refuses characters that would make a mail program read more than one address. The first part of the domain contains
 * no dot, so that the pattern takes linear time. This file imports no zod, because pages that load little code use it.
 */
export const emailPattern =
  /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\][^\s@<>()[\],;:"\\.]*\.[^\s@<>()[\],;:"\\]+$/
