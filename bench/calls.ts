import type { Course } from '../contract/catalogue/courses.ts'
import type { DeliveryOptions } from '../contract/store/delivery.ts'
import type { Product } from '../contract/store/products.ts'
import { addDays, systemClock } from '../server/platform/clock.ts'
import type { Call } from './children/calling.ts'
import { makePhoto } from './photo.ts'

const read = async <T>(url: string) => (await (await fetch(url)).json()) as T
const json = (value: object) => ({ type: 'application/json', text: JSON.stringify(value) })
const form = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  text: Object.entries(fields)
    .map(([name, value]) => `${name}=${value.replaceAll(' ', '+')}`)
    .join('&'),
})

const email = 'caller-{n}@malar.example'
const pincode = '600004'
const buyer = {
  pincode,
  recipientName: 'Recipient {n}',
  recipientPhone: '{phone}',
  address: '14, Kutchery Road',
  area: 'Mylapore',
  cardMessage: 'With love',
  customername: 'Caller {n}',
  email,
  phone: '{phone}',
  paymentMethod: 'UPI',
  substitution: 'same-worth',
}

/** Makes one enrolment call for each class that has a coming batch and unlimited seats. */
export async function enrolmentCalls(url: string): Promise<Call[]> {
  const courses = await read<Course[]>(`${url}/api/courses`)
  // A course without a coming batch is left out, because its enrolments would fill a batch with few seats.
  const endless = courses.filter(({ batchId, capacity }) => batchId && capacity === null)
  const person = { fullName: 'Caller {n}', email, phone: '{phone}', paymentMethod: 'UPI' }
  return endless.map(({ id: courseId }) => ({
    name: 'enrol',
    url: `${url}/api/enrollments`,
    body: json({ ...person, courseId }),
    done: 201,
  }))
}

/** Makes the call that places an order of `lineCount` lines. */
export async function orderCall(url: string, lineCount: number): Promise<Call> {
  const { day, slotId, products } = await whatIsSold(url, lineCount)
  const lines = products.map(({ id: productId, sizes }) => {
    return { productId, size: sizes[0]?.id ?? null, quantity: 1 }
  })
  const body = json({ ...buyer, day, slotId, acceptsTerms: true, lines })
  return { name: 'order', url: `${url}/api/orders`, body, done: 201 }
}

async function whatIsSold(url: string, productCount: number) {
  const day = addDays(systemClock.today(), 5)
  const asked = `pincode=${pincode}&from=${day}&days=1`
  const delivery = await read<DeliveryOptions>(`${url}/api/delivery-options?${asked}`)
  const slot = delivery.days[0]?.options.find(({ way, reason }) => way === 'standard' && reason === null)
  const products = (await read<Product[]>(`${url}/api/products`))
    .filter(({ leadDays, ways }) => leadDays < 5 && ways.includes('standard'))
    .slice(0, productCount)
  if (slot === undefined || products.length < productCount)
    throw new Error('the school sells too little to measure')
  return { day, slotId: slot.slotId, products }
}

/** P8: makes the anonymous calls that cost a server most; the uploaded picture has 9 MB. Call `liftLimits` first. */
export async function dearestCalls(url: string): Promise<Call[]> {
  const { day, slotId, products } = await whatIsSold(url, 1)
  const chosen = { product: products[0]?.id ?? '', quantity: '1', way: 'deliver', slot: `${day} ${slotId}` }
  const [enrolment] = await enrolmentCalls(url)
  if (enrolment === undefined) throw new Error('the school teaches too little to measure')
  const order = await orderCall(url, 1)
  const first = order.body?.text.replaceAll('{n}', 'first').replaceAll('{phone}', '7299999999') ?? ''
  const headers = { 'content-type': 'application/json' }
  const placed = await fetch(order.url, { method: 'POST', headers, body: first })
  const { data } = (await placed.json()) as { data: { id: string } }
  const person = { email, password: 'a password of nobody {n}' }
  const image = (await makePhoto(9_000_000)).toString('base64')
  const request = { comment: 'Like this {n}', name: 'Caller {n}', email, image }
  const post = (name: string, path: string, body: Call['body'], done: number) => {
    return { name, url: url + path, body, done }
  }
  const get = (name: string, path: string) => ({ name, url: url + path, done: 200 })
  return [
    post('sign-in', '/api/auth/signin', json(person), 401),
    post('sign-up', '/api/auth/signup', json({ ...person, firstname: 'Caller' }), 200),
    post('forgot', '/api/auth/forgot-password', json({ email }), 200),
    post('passkey options', '/api/auth/passkey/options', json({}), 200),
    get('/store?q=', '/store?q=rose{n}'),
    get('/store?minPrice=', '/store?minPrice=1{at}'),
    get('/checkout?product=', `/checkout?${form({ ...chosen, pincode }).text}`),
    post('POST /checkout', '/checkout', form({ ...buyer, ...chosen, step: '' }), 200),
    get('/payment?order=', `/payment?order=${data.id}`),
    get('/orders/{id}', `/orders/${data.id}`),
    get('/waiting-list', '/waiting-list/token-{n}'),
    get('/calendar?month=', '/calendar?month={month}&day={month}-01'),
    post('custom request', '/api/custom-requests', json(request), 201),
    enrolment,
    order,
  ]
}
