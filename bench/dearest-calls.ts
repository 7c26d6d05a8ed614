import { addDays, systemClock } from '../server/platform/clock.ts'
import type { DearCall } from './children/mixed.ts'
import { enrolmentBodies } from './enrolling.ts'
import { makePhoto } from './photo.ts'

interface Sold {
  id: string
  leadDays: number
  sizes: { id: string }[]
  ways: string[]
}
interface DeliveryDays {
  days: { options: { slotId: string; way: string; reason: string | null }[] }[]
}

const json = (value: object) => ({ type: 'application/json', text: JSON.stringify(value) })
const form = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  text: Object.entries(fields)
    .map(([name, value]) => `${name}=${value.replaceAll(' ', '+')}`)
    .join('&'),
})

/** P8: the anonymous calls that cost a server most, in a school that never sells out. The picture has 9 MB. */
export async function dearestCalls(url: string): Promise<DearCall[]> {
  const read = async <T>(at: string) => (await (await fetch(`${url}${at}`)).json()) as T
  const products = await read<Sold[]>('/api/products')
  const day = addDays(systemClock.today(), 5)
  const delivery = await read<DeliveryDays>(`/api/delivery-options?pincode=600004&from=${day}&days=1`)
  const slot = delivery.days[0]?.options.find(({ way, reason }) => way === 'standard' && reason === null)
  const product = products.find(({ leadDays, ways }) => leadDays < 5 && ways.includes('standard'))
  const [enrolment] = await enrolmentBodies(url)
  if (slot === undefined || product === undefined || enrolment === undefined)
    throw new Error('the school sells too little to measure')
  const image = (await makePhoto(9_000_000)).toString('base64')
  const person = { email: 'caller-{n}@malar.example', password: 'a password of nobody {n}' }
  const buyer = {
    pincode: '600004',
    recipientName: 'Recipient {n}',
    recipientPhone: '{phone}',
    address: '14, Kutchery Road',
    area: 'Mylapore',
    cardMessage: 'With love',
    customername: 'Caller {n}',
    email: 'caller-{n}@malar.example',
    phone: '{phone}',
    paymentMethod: 'UPI',
    substitution: 'same-worth',
  }
  const chosen = { product: product.id, quantity: '1', way: 'deliver', slot: `${day} ${slot.slotId}` }
  const line = { productId: product.id, size: product.sizes[0]?.id ?? null, quantity: 1 }
  const order = { ...buyer, day, slotId: slot.slotId, acceptsTerms: true, lines: [line] }
  const placed = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...order,
      email: 'first@malar.example',
      phone: '7299999999',
      recipientPhone: '7299999999',
    }),
  })
  const { data } = (await placed.json()) as { data: { id: string } }
  const request = { comment: 'Like this {n}', name: 'Caller {n}', email: person.email, image }
  return [
    { name: 'sign-in', path: '/api/auth/signin', body: json(person), done: 401 },
    {
      name: 'sign-up',
      path: '/api/auth/signup',
      body: json({ ...person, firstname: 'Caller' }),
      done: 200,
    },
    { name: 'forgot', path: '/api/auth/forgot-password', body: json({ email: person.email }), done: 200 },
    { name: 'passkey options', path: '/api/auth/passkey/options', body: json({}), done: 200 },
    { name: '/store?q=', path: '/store?q=rose{n}', done: 200 },
    { name: '/store?minPrice=', path: '/store?minPrice=1{at}', done: 200 },
    {
      name: '/checkout?product=',
      path: `/checkout?${form({ ...chosen, pincode: '600004' }).text}`,
      done: 200,
    },
    { name: 'POST /checkout', path: '/checkout', body: form({ ...buyer, ...chosen, step: '' }), done: 200 },
    { name: '/payment?order=', path: `/payment?order=${data.id}`, done: 200 },
    { name: '/orders/{id}', path: `/orders/${data.id}`, done: 200 },
    { name: '/waiting-list', path: '/waiting-list/token-{n}', done: 200 },
    { name: '/calendar?month=', path: '/calendar?month={month}&day={month}-01', done: 200 },
    { name: 'custom request', path: '/api/custom-requests', body: json(request), done: 201 },
    { name: 'enrol', path: '/api/enrollments', body: json(enrolment), done: 201 },
    { name: 'order', path: '/api/orders', body: json(order), done: 201 },
  ]
}
