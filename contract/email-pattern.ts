/**
 * It refuses marks that mail programs read as more than an address. The domain's first part holds no dot, so that the
 * pattern takes linear time. It stands in a file without zod, for light pages.
 */
export const emailPattern =
  /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\][^\s@<>()[\],;:"\\.]*\.[^\s@<>()[\],;:"\\]+$/
