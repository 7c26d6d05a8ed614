/**
 * Refuses characters that mail programs read as more than an address. The domain's first part holds no dot, so that the
 * pattern takes linear time. This file imports no zod, because light pages use it.
 */
export const emailPattern =
  /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\][^\s@<>()[\],;:"\\.]*\.[^\s@<>()[\],;:"\\]+$/
