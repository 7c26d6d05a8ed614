import people from './data/people.json' with { type: 'json' }

const { firstNames, lastNames } = people

/** Makes the n-th invented person, with an e-mail address of their own. No mail reaches an address in `.example`. */
export function demoPerson(n: number) {
  const firstName = firstNames[(n * 7) % firstNames.length] as string
  const lastName = lastNames[(n * 5 + Math.floor(n / firstNames.length)) % lastNames.length] as string
  return {
    name: `${firstName} ${lastName}`,
    email: `${firstName}.${lastName}.${n}@post.example`.toLowerCase(),
    phone: `60000${String(n).padStart(5, '0')}`,
  }
}
