/** A UUID, version 4. Without https, as in the school's network, there is no `crypto.randomUUID`. */
export function newId(): string {
  // 0 and 1 become any digit, 8 becomes one of the four that name the variant.
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (sign) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (+sign ^ (random & (15 >> (+sign / 4)))).toString(16)
  })
}
