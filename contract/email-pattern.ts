/** Something, @, something, dot, something, no spaces (reading W10). By itself, for pages that load no schema. */
export const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/
