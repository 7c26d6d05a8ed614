/** Makes a UUID, version 4. `crypto.randomUUID` is missing without https, as in the school's own network. */
export function newId(): string {
  // Each 0 and 1 becomes any digit. Each 8 becomes one of the four digits that mark the UUID's variant.
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (sign) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (+sign ^ (random & (15 >> (+sign / 4)))).toString(16)
  })
}
