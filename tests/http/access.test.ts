import { DatabaseSync, type StatementSync } from 'node:sqlite'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { placeholderAddress } from '../../contract/accounts/placeholder-address.ts'
import { endpointUrl } from '../../contract/addresses.ts'
import type { AnyEndpoint, EndpointInput } from '../../contract/endpoint.ts'
import { type ErrorCode, errorStatuses, sentenceOf } from '../../contract/errors.ts'
import { type Api, type ApiKey, endpoints } from '../../contract/index.ts'
import type { TrialEnd } from '../../contract/registrations/trials.ts'
import { hasRight, type StaffRole, staffRoles } from '../../contract/rights.ts'
import { cartTokenHeader } from '../../contract/store/cart.ts'
import { isOfSearchIndex } from '../../server/db/search.ts'
import { writeSetting } from '../../server/db/settings.ts'
import { cancelSeat } from '../../server/domains/registrations/seats/seat-ends.ts'
import * as bind from '../../server/http/bind.ts'
import { createReadersFirst } from '../../server/http/hot/readers-first.ts'
import { mountEndpoints } from '../../server/http/mount.ts'
import { createPreviews } from '../../server/http/previews.ts'
import { ratePolicies } from '../../server/http/rate-limits.ts'
import { authSecret } from '../../server/platform/secret.ts'
import { createSignedLinks } from '../../server/platform/signed-links.ts'
import { confirmedForMs } from '../../server/platform/staff-rights.ts'
import { openApiDocument } from '../../server/reports/api-document/openapi-document.ts'
import { type Answer, type CallOptions, startApp, type TestApp, testNow } from '../harness/app.ts'
import { codeOfApp } from '../harness/authenticator.ts'
import {
  expiredToken,
  forgedToken,
  lastConfirmed,
  revokedToken,
  type SignedIn,
  signedIn,
} from '../harness/callers.ts'
import { unseat } from '../harness/ledger.ts'
import { codeSentTo, lettersTo, linkTokenFor, waitFor } from '../harness/letters.ts'
import { onEachEngine, onSqlite } from '../harness/on-each-engine.ts'
import { placeOrder } from '../harness/orders.ts'
import { pagesDesk } from '../harness/pages.ts'
import { passkeyDevice } from '../harness/passkey-device.ts'
import { proveAll } from '../harness/seats.ts'
import { storeSettings } from '../harness/settings.ts'
import { addDeliveryPlan, giftPathOf, orderBody } from '../harness/store.ts'

/** The ids, tokens and accounts that the sample calls of this file use. */
type World = Awaited<ReturnType<typeof makeWorld>>

const recipient = {
  recipientName: 'Kayal Devi',
  recipientPhone: '9876543210',
  address: '14, Kutchery Road',
  area: 'Mylapore',
  pincode: '600004',
}

/** Kinds of records that staff can import from files, with the paths of their lists. */
const importedKinds = [
  ['class', '/api/admin/AdminClasses'],
  ['product', '/api/admin/products'],
  ['student', '/api/admin/students'],
  ['post', '/api/admin/blog'],
  ['flower', '/api/admin/flowers'],
  ['recipe', '/api/admin/recipes'],
  ['room', '/api/admin/rooms'],
  ['coupon', '/api/admin/coupons'],
  ['delivery-zone', '/api/admin/delivery-zones'],
  ['delivery-slot', '/api/admin/delivery-slots'],
  ['delivery-day', '/api/admin/closed-days'],
] as const
const importOf = (kind: string) => `import-of-${kind}`

/** The id of the record that a path names. If there are two ids, the second record is deleted. */
const named: { [path: string]: (world: World) => string | readonly string[] } = {
  '/api/auth/sessions/:id': (w) => w.otherSessionId,
  '/api/admin/own-batches/:id/students': (w) => w.batchId,
  '/api/profile/passkeys/:id': (w) => w.passkey.id,
  '/api/admin/accounts/:id': (w) => w.colleagueId,
  '/api/admin/accounts/:id/reset-two-factor': (w) => w.colleagueId,
  '/api/admin/accounts/invitations/:id': (w) => w.invitationId,
  '/api/batches/:id/meetings': (w) => w.batchId,
  '/api/admin/categoryuserdata/:id/answered': (w) => w.enquiryId,
  '/api/admin/categoryuserdata/:id': (w) => w.spareEnquiryId,
  '/api/admin/instructors/:id': (w) => [w.instructorId, w.spareInstructorId],
  '/api/admin/coupons/:id': (w) => [w.couponId, w.spareCouponId],
  '/api/admin/coupons/:id/uses': (w) => w.couponId,
  '/api/admin/florist/orders/:id/presses': (w) => w.confirmedOrderId,
  '/api/admin/flowers/:id': (w) => [w.flowerId, w.spareFlowerId],
  '/api/admin/rooms/:id': (w) => [w.roomId, w.spareRoomId],
  '/api/admin/recipes/:id': (w) => [w.recipeId, w.spareRecipeId],
  '/api/admin/students/:id': (w) => [w.spareStudentId, w.studentId],
  '/api/admin/custom-requests/:id/keep-picture': (w) => w.spareCustomRequestId,
  '/api/admin/custom-requests/:id/answered': (w) => w.spareCustomRequestId,
  '/api/admin/custom-requests/:id': (w) => w.customRequestId,
  '/api/enrollments/:id': (w) => w.enrolmentId,
  '/api/enrollments/:id/pay-at-school': (w) => w.unpaidEnrolmentId,
  '/api/enrollments/:id/release': (w) => w.spareEnrolmentId,
  '/api/enrollments/:id/cancellation': (w) => w.confirmedEnrolmentId,
  '/api/admin/people/joined/:id': (w) => w.joinId,
  '/api/admin/enrollments/:id/payment': (w) => w.dueEnrolmentId,
  '/api/admin/events_enrollments/:id/payment': (w) => w.bookingId,
  '/api/seat-holds/:id': (w) => w.holdId,
  '/api/admin/batches/:id/cancel': (w) => w.spareBatchIds[1],
  '/api/admin/batches/:id/roster': (w) => w.batchId,
  '/api/admin/batches/:id': (w) => [w.batchId, w.spareBatchIds[0]],
  '/api/admin/messages/:id': (w) => w.chatId,
  '/api/admin/messages/:id/resend': (w) => w.letterId,
  '/api/admin/messages/:id/sent': (w) => w.chatId,
  '/api/admin/products/:id': (w) => [w.productId, w.spareProductId],
  '/api/admin/delivery-zones/:id': (w) => w.deliveries.zones,
  '/api/admin/delivery-slots/:id': (w) => w.deliveries.slots,
  '/api/admin/delivery-days/:id': (w) => w.deliveries.days,
  '/api/admin/batches/:id/letters/preview': (w) => w.batchId,
  '/api/admin/batches/:id/letters/test': (w) => w.batchId,
  '/api/admin/batches/:id/letters': (w) => w.batchId,
  '/api/admin/closed-days/:id': (w) => w.deliveries.closed,
  '/api/cart/items/:id': (w) => w.cart.lineId,
  '/api/orders/:id': (w) => w.ordered.viewed,
  '/api/orders/:id/pay-at-school': (w) => w.ordered.viewed,
  '/api/orders/:id/tracking': (w) => w.ordered.viewed,
  '/api/recipients/:id': (w) => w.recipientIds,
  '/api/orders/:id/recipient': (w) => w.ordered.users,
  '/api/admin/orders/:id/charges': (w) => w.charged.order,
  '/api/admin/order-charges/:id/waive': (w) => w.charged.waived,
  '/api/admin/order-charges/:id/give-back': (w) => w.charged.givenBack,
  '/api/admin/order-charges/:id/payment': (w) => w.charged.marked,
  '/api/order-charges/:id/payment': (w) => w.charged.paid,
  '/api/admin/orders/:id/payment': (w) => w.ordered.settled,
  '/api/admin/orders/:id': (w) => w.orderId,
  '/api/admin/orders/:id/status': (w) => w.orderId,
  '/api/admin/AdminClasses/:id': (w) => [w.courseId, w.spareCourseId],
  '/api/admin/AdminClasses/:id/copy': (w) => w.courseId,
  '/api/admin/AdminClasses/:id/preview': (w) => w.courseId,
  '/api/admin/blog/:id/preview': (w) => w.postId,
  '/api/admin/products/:id/preview': (w) => w.productId,
  '/api/admin/blog/:id': (w) => [w.postId, w.sparePostId],
  '/api/impacts/:id': (w) => [w.impactId, w.spare.impactId],
  '/api/admin/office-timing/:id': (w) => [w.officeHoursId, w.spare.officeHoursId],
  '/api/student-feedback/:id': (w) => w.spare.studentFeedbackId,
  '/api/status-feedback/:id': (w) => [w.noteId, w.spare.noteId],
  '/api/admin/money/lines/:id/close': (w) => w.lineIds.closed,
  '/api/admin/money/lines/:id/reopen': (w) => w.lineIds.reopened,
  '/api/admin/money/receipts/:id/reverse': (w) => w.receiptId,
  ...Object.fromEntries(
    importedKinds.map(([kind, path]) => [`${path}/imports/:id/take-back`, () => importOf(kind)]),
  ),
}

/** Input that a call sends in addition to, or in place of, the API's example, so that the owner's call succeeds. */
const samples: { [K in ApiKey]?: (world: World) => Partial<EndpointInput<Api[K]>> } = {
  'PUT /api/profile/first-address': () => ({ body: { firstname: 'Asha', email: 'asha@flowers.example' } }),
  'POST /api/admin/demonstration/empty': () => ({ body: { name: 'Malar' } }),
  'POST /api/auth/signin': ({ user }) => ({ body: { email: user.email, password: user.password } }),
  'POST /api/auth/signup': () => ({
    body: { firstname: 'Meena', email: 'meena@malar.example', password: 'a password of tests' },
  }),
  'POST /api/auth/forgot-password': ({ user }) => ({ body: { email: user.email } }),
  'POST /api/auth/verify-otp': ({ asked }) => ({ body: asked }),
  'POST /api/auth/reset-password': ({ provedTicket: ticket }) => ({
    body: { ticket, password: 'another sentence of theirs' },
  }),
  'POST /api/profile/change-password': ({ user }) => ({
    body: { currentPassword: user.password, newPassword: 'another sentence of theirs' },
  }),
  // The call `POST /api/profile/change-password` has set this password.
  'POST /api/profile/email': () => ({
    body: { email: 'user-anew@malar.example', currentPassword: 'another sentence of theirs' },
  }),
  'POST /api/profile/email/confirm': ({ emailChange }) => ({ body: emailChange }),
  'POST /api/auth/confirm': ({ owner }) => ({ body: { password: owner.password } }),
  'POST /api/auth/confirm/passkey': ({ passkey }) => ({ body: passkey.confirming }),
  'POST /api/profile/two-factor/confirm': ({ twoFactorCode: code }) => ({ body: { code } }),
  'POST /api/auth/passkey': ({ passkey }) => ({ body: passkey.signed }),
  'POST /api/profile/passkeys': ({ passkey }) => ({ body: { name: 'Phone', credential: passkey.made } }),
  'PUT /api/profile/passkeys/:id': ({ passkey: { id } }) => ({ params: { id }, body: { name: 'Tablet' } }),
  'POST /api/admin/people-data/export': ({ user }) => ({ body: { who: user.email } }),
  'POST /api/admin/people-data/erase': () => ({ body: { who: 'erasable@malar.example' } }),
  'POST /api/auth/invitation': ({ invitationToken: token }) => ({
    body: { token, firstname: 'Nila', password: 'a password of tests' },
  }),
  'GET /api/courses/:slug': () => ({ params: { slug: 'ikebana' } }),
  'PUT /api/admin/batches/:id': ({ otherBatchId: id, roomId }) => ({ params: { id }, body: { roomId } }),
  // The API's example would make owners need a second factor from this call on.
  'PUT /api/admin/security-rules': () => ({ body: { ownersNeedSecondFactor: false } }),
  'POST /api/coupons/validate': ({ courseId }) => ({ body: { code: 'ACCESS10', courseId } }),
  'POST /api/admin/coupons': () => ({ body: { code: 'ONAM', kind: 'percent', percent: 10 } }),
  'POST /api/admin/coupons/many': () => ({
    body: { count: 2, series: 'Fair', prefix: 'FAIR', kind: 'percent', percent: 10 },
  }),
  'POST /api/admin/florist/cards': ({ confirmedOrderId }) => ({ body: { orders: [confirmedOrderId] } }),
  'PUT /api/admin/flowers/:id': ({ flowerId: id }) => ({ params: { id }, body: { price: 90 } }),
  'PUT /api/admin/rooms/:id': ({ roomId: id }) => ({ params: { id }, body: { address: '12, Luz' } }),
  'POST /api/admin/recipes': ({ productId, flowerId }) => ({
    body: { subject: `product:${productId}`, stems: [{ flowerId, count: 5 }] },
  }),
  'PUT /api/admin/recipes/:id': ({ recipeId: id, flowerId }) => ({
    params: { id },
    body: { stems: [{ flowerId, count: 12 }] },
  }),
  'POST /api/enrollments': ({ courseId }) => ({
    body: {
      fullName: 'Meena Kumari',
      email: 'meena@malar.example',
      phone: '9840012345',
      paymentMethod: 'UPI',
      courseId,
    },
  }),
  'PATCH /api/enrollments/:id/status': ({ enrolmentId }) => ({
    params: { id: enrolmentId },
    body: { status: 'confirmed' },
  }),
  'POST /api/enrollments/:id/cancellation': ({ confirmedEnrolmentId: id, confirmedEnrolmentKey: key }) => ({
    params: { id },
    body: { seats: [id], back: '2250.00', key },
  }),
  'POST /api/enrollments/:id/others': ({ enrolmentId: id }) => ({
    params: { id },
    body: { others: [{ fullName: 'Kavitha S' }] },
  }),
  'PUT /api/enrollments/:id/names': ({ enrolmentId: id }) => ({
    params: { id },
    body: { names: [{ id, fullName: 'Kavitha S' }] },
  }),
  'POST /api/events_enrollments': ({ courseId }) => ({
    body: {
      firstName: 'Meena',
      lastName: 'Kumari',
      email: 'booking@malar.example',
      phone: '9840012346',
      eventId: courseId,
      paymentMethod: 'online',
      transactionId: 'TXN-2',
    },
  }),
  'POST /api/admin/enrollments': ({ batchId }) => ({
    body: { name: 'Kavya Rajan', phone: '9840012355', batchId, payment: 'cash', letter: false },
  }),
  'GET /api/admin/people/:kind/:id': ({ enrolmentId: id }) => ({ params: { kind: 'seat', id } }),
  'POST /api/admin/people/joined': ({ enrolmentId, bookingId }) => ({
    body: { one: { kind: 'seat', id: enrolmentId }, other: { kind: 'seat', id: bookingId } },
  }),
  'GET /api/admin/people': () => ({ query: { q: 'Meena' } }),
  'PUT /api/admin/mail-server': () => ({
    body: { host: 'smtp.malar.example', port: 587, tls: 'starttls', user: '', email: '' },
  }),
  'PUT /api/admin/school-settings': () => ({ body: { tagline: 'Flowers, by hand' } }),
  'DELETE /api/favorites/:id': ({ courseId }) => ({ params: { id: courseId }, query: {} }),
  'POST /api/proofs': ({ proofToken: token }) => ({ body: { token } }),
  'POST /api/seat-holds': ({ courseId }) => ({
    body: {
      eventId: courseId,
      firstName: 'Meena',
      lastName: 'Kumari',
      email: 'holding@malar.example',
      phone: '9840012347',
      transactionId: 'TXN-HOLD',
    },
  }),
  'POST /api/waiting-list': ({ fullCourseId: courseId }) => ({
    body: { fullName: 'Meena Kumari', email: 'meena@malar.example', phone: '9840012345', courseId },
  }),
  'GET /api/admin/batches': ({ courseId: course }) => ({ query: { course } }),
  'POST /api/admin/AdminClasses/:id/copy': () => ({ body: { title: 'Ikebana', day: '2026-06-01' } }),
  'POST /api/admin/batches': ({ courseId }) => ({ body: { courseId, day: '2026-05-01' } }),
  'PUT /api/admin/batches/:id/meetings': ({ spareBatchIds: [, , id] }) => ({
    params: { id },
    body: { meetings: [{ day: '2026-07-03', from: '10:00', to: '12:00' }] },
  }),
  'GET /api/admin/seats/:kind/:id': ({ bookingId: id }) => ({ params: { kind: 'event-booking', id } }),
  'POST /api/admin/seats/:kind/:id/move': ({ spareSeatId: id, batchId, otherBatchId }) => ({
    params: { kind: 'enrolment', id },
    body: { from: batchId, to: otherBatchId },
  }),
  'POST /api/admin/seats/:kind/:id/letters': ({ spareSeatId: id }) => ({ params: { kind: 'enrolment', id } }),
  'PUT /api/admin/seats/:kind/:id/note': ({ spareSeatId: id }) => ({
    params: { kind: 'enrolment', id },
    body: { note: 'Brings her own scissors', before: null },
  }),
  'PUT /api/admin/seats/:kind/:id/person': ({ spareSeatId: id }) => ({
    params: { kind: 'enrolment', id },
    body: {
      name: 'Meena Kumari',
      phone: '9840012356',
      before: { name: 'Devi Raman', email: 'devi@malar.example', phone: '9840054321' },
    },
  }),
  'POST /api/admin/seats/:kind/:id/cancel': ({ cancellableId: id }) => ({
    params: { kind: 'enrolment', id },
  }),
  'GET /api/policies/:kind': () => ({ params: { kind: 'privacy' } }),
  'GET /api/admin/policies/:kind': () => ({ params: { kind: 'privacy' } }),
  'POST /api/admin/policies/preview': () => ({ body: { kind: 'terms', text: 'Write to {email}.' } }),
  'GET /api/policies/accepted/:hash': ({ termsHash: hash }) => ({ params: { hash } }),
  'GET /api/waiting-list/:token': ({ placeToken: token }) => ({ params: { token } }),
  'POST /api/waiting-list/:token/seat': ({ offerToken: token }) => ({
    params: { token },
    body: { batch: '2026-04-01' },
  }),
  'DELETE /api/waiting-list/:token': ({ placeToken: token }) => ({ params: { token } }),
  'POST /unsubscribe/:token': ({ unsubscribeToken: token }) => ({ params: { token } }),
  'GET /api/products/:slug': () => ({ params: { slug: 'lily-vase' } }),
  'POST /api/products/:slug/wish': () => ({
    params: { slug: 'faded-wreath' },
    body: { email: 'asha@post.example' },
  }),
  'POST /api/admin/delivery-zones': () => ({ body: zoneOf('641001') }),
  'POST /api/admin/delivery-days': () => ({ body: dayOf('2026-04-14') }),
  'PUT /api/admin/delivery-days/:id': ({ deliveries }) => ({
    params: { id: deliveries.days[0] },
    body: { capacity: 3 },
  }),
  'DELETE /api/admin/batches/:id/letters/:letter': ({ batchId: id }) => ({ params: { id, letter: 'x' } }),
  'PUT /api/admin/closed-days/:id': ({ deliveries }) => ({
    params: { id: deliveries.closed[0] },
    body: { closedFor: 'Pongal' },
  }),
  'POST /api/admin/closed-days/answers': ({ spareBatchIds: [, , , id] }) => ({
    body: { kind: 'batch', id, day: '2026-07-04', version: 1, becomes: 'stays' },
  }),
  'POST /api/cart/items': ({ productId }) => ({ body: { productId, quantity: 1 } }),
  'PUT /api/cart/items/:id': ({ cart }) => ({ params: { id: cart.lineId }, body: { quantity: 2 } }),
  'POST /api/orders': ({ productId, slotId }) => ({
    body: orderBody({ slotId, lines: [{ productId, quantity: 1 }] }) as never,
  }),
  'PATCH /api/orders/:id/status': ({ ordered }) => ({
    params: { id: ordered.paid },
    body: { status: 'confirmed' },
  }),
  'POST /api/orders/:id/cancel': ({ ordered }) => ({
    params: { id: ordered.cancelled },
    body: { email: 'meena@mail.example' },
  }),
  'PUT /api/orders/:id/reminder': ({ ordered }) => ({
    params: { id: ordered.reminded },
    body: { email: 'meena@mail.example', isWanted: true },
  }),
  'POST /reminder/:token': ({ reminderToken: token }) => ({ params: { token } }),
  'POST /api/orders/:id/delivery': ({ ordered, orderKey: key }) => ({
    params: { id: ordered.changed },
    body: { key },
  }),
  'PATCH /api/orders/:id/delivery': ({ ordered, orderKey: key }) => ({
    params: { id: ordered.changed },
    // The call changes nothing, so that the next call finds the order as it was.
    body: { key, version: 1, area: 'Mylapore' },
  }),
  'POST /api/orders/:id/concerns': ({ ordered }) => ({
    params: { id: ordered.delivered },
    body: { what: 'missing', words: 'The vase is not there', email: 'meena@mail.example' },
  }),
  'GET /api/receipt/:token': ({ receiptToken: token }) => ({ params: { token } }),
  'GET /api/gift/:token': ({ giftToken }) => ({ params: { token: giftToken } }),
  'POST /api/gift/:token/message': ({ giftToken }) => ({
    params: { token: giftToken },
    body: { message: 'After six, please' },
  }),
  'POST /api/admin/orders/:id/credit': ({ ordered }) => ({
    params: { id: ordered.credited },
    body: { amount: '5', endsOn: '2026-12-31', why: 'Brown lilies' },
  }),
  'POST /api/admin/orders/:id/status/undo': ({ changedOrderId, changeId }) => ({
    params: { id: changedOrderId },
    body: { change: changeId },
  }),
  'GET /api/blog/:slug': () => ({ params: { slug: 'malli' } }),
  'PUT /api/impacts/:id': ({ impactId }) => ({ params: { id: impactId }, body: { value: '900+' } }),
  'PUT /api/admin/office-timing/:id': ({ officeHoursId }) => ({
    params: { id: officeHoursId },
    body: { close_time: '19:00' },
  }),
  'PUT /api/admin/event-pricing': () => ({
    query: {},
  }),
  'POST /api/admin/set-up/trial': ({ trial }) => ({ body: { trial } }),
  'PUT /api/admin/set-up/:item': () => ({ params: { item: 'letters' } }),
  'PUT /api/admin/pictures/:base/focus': ({ pictureId }) => ({
    params: { base: pictureId },
    body: { focus: { x: 20, y: 30 }, before: null },
  }),
  // Each change of a page counts, so each call has a page of its own.
  'GET /api/admin/pages/:page': () => ({ params: { page: 'home' } }),
  'PUT /api/admin/pages/:page/draft': () => ({
    params: { page: 'home' },
    body: { version: 0, content: { homeHeadline: 'Flowers' } },
  }),
  'POST /api/admin/pages/:page/draft/discard': () => ({ params: { page: 'about' }, body: { version: 1 } }),
  'POST /api/admin/pages/:page/publish': () => ({ params: { page: 'contact' }, body: { version: 1 } }),
  'POST /api/admin/pages/:page/preview': () => ({ params: { page: 'home' }, body: { number: null } }),
  'GET /api/admin/pages/:page/versions': () => ({ params: { page: 'home' }, query: {} }),
  'GET /api/admin/pages/:page/versions/:number': () => ({ params: { page: 'home', number: 1 } }),
  'POST /api/admin/pages/:page/versions/:number/restore': () => ({
    params: { page: 'journal', number: 1 },
    body: { version: 0 },
  }),
  'PUT /api/admin/logo': () => ({ body: { image: null, before: null } }),
  'DELETE /api/admin/event-pricing/:key': () => ({ params: { key: 'weekends' } }),
  'PUT /api/status-feedback/:id': ({ noteId }) => ({ params: { id: noteId }, body: { priority: 'high' } }),
  'POST /api/admin/money/refund': ({ unseatedEnrolmentId }) => ({
    body: { kind: 'enrolment', id: unseatedEnrolmentId, method: 'upi', note: 'Sent back' },
  }),
  'POST /api/admin/money/receipts/:id/letter': ({ receiptId, mistakenId }) => ({
    params: { id: receiptId },
    body: { kind: 'enrolment', subject: mistakenId },
  }),
  'GET /api/admin/registrations/totals': () => ({ query: { payment: 'due' } }),
  'GET /api/admin/orders-totals': () => ({ query: { status: 'pending' } }),
  'GET /api/admin/money/waiting-totals': () => ({ query: { from: '2026-03-01' } }),
  'GET /api/admin/money/to-give-back-totals': () => ({ query: { from: '2026-03-01' } }),
  'POST /api/admin/money/split': ({ splitIds: [one = '', two = ''] }) => ({
    body: {
      entered: { amount: '20', method: 'upi' },
      parts: [one, two].map((id) => ({ kind: 'enrolment', id, amount: '10' })),
    },
  }),
  'PUT /api/admin/seats/:kind/:id/price': ({ splitIds: [id = ''] }) => ({
    params: { kind: 'enrolment', id },
  }),
  'GET /api/admin/money/of/:kind/:id': ({ dueEnrolmentId }) => ({
    params: { kind: 'enrolment', id: dueEnrolmentId },
  }),
  'GET /api/admin/audit': ({ courseId }) => ({ query: { kind: 'class', record: courseId } }),
  'GET /api/admin/state-counts': () => ({ query: { list: 'orders' } }),
  'GET /api/admin/search': () => ({ query: { q: 'meena' } }),
  'GET /api/admin/bin': () => ({ query: { limit: '10' } }),
  'POST /api/admin/bin/:kind/:record/restore': ({ deletedCourseId }) => ({
    params: { kind: 'class', record: deletedCourseId },
  }),
}

function classOf(title: string) {
  return {
    title,
    description: 'Made for a walk over all endpoints.',
    price: '4500',
    duration: '2 days',
    sessions: 2,
    nextbatch: '2026-04-01',
    category: 'Workshop',
    capacity: 1,
  }
}

function noteOf(title: string) {
  return {
    title,
    status: 'pending',
    description: 'Count them.',
    assigned_to: 'Priya',
    created_by: 'Meenakshi',
  } as const
}

function productOf(name: string) {
  return { name, description: 'Made for a walk over all endpoints.', price: 450, stockquantity: 60 }
}

const keyOf = (endpoint: AnyEndpoint) => `${endpoint.method} ${endpoint.path}` as ApiKey
const guarded = endpoints.filter(({ access }) => access !== 'public')
const mayCall = (role: StaffRole, { access, right }: AnyEndpoint) =>
  access !== 'admin' || (right !== undefined && hasRight(role, right))
const publicReads = endpoints.filter(({ access, method }) => access === 'public' && method === 'GET')
const publicWrites = endpoints.filter(({ access, method }) => access === 'public' && method !== 'GET')

interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
}
const examples = openApiDocument() as {
  paths: {
    [path: string]: {
      [method: string]: { requestBody?: { content: { [type: string]: { example: unknown } } } }
    }
  }
}
function sampleOf(endpoint: AnyEndpoint, world: World): Input {
  const { method, path } = endpoint
  const described = examples.paths[path.replace(/:([A-Za-z]+)/g, '{$1}')]?.[method.toLowerCase()]
  const ids = [named[path]?.(world) ?? []].flat()
  const id = method === 'DELETE' ? ids.at(-1) : ids[0]
  const sample = samples[keyOf(endpoint)] as ((world: World) => Input) | undefined
  return {
    ...(id !== undefined && { params: { id } }),
    ...(endpoint.body && { body: described?.requestBody?.content['application/json']?.example }),
    ...sample?.(world),
  }
}

const farAhead = '2999-01-01T00:00:00.000Z'
const endOfTrial: TrialEnd = {
  courseTitle: 'Bridal Bouquets',
  day: '2026-03-12',
  startTime: null,
  seats: 1,
  price: '0.00',
  email: 'owner@malar.example',
  letter: 'sent',
  unsent: null,
}

/** The newest secret of the owner's authenticator app. Each start of the set-up gives another secret. */
const toldSecrets = new WeakMap<TestApp, string>()

async function send(
  app: TestApp,
  endpoint: AnyEndpoint,
  input: Input,
  call: CallOptions = {},
): Promise<Answer> {
  const { body } = input
  const answer = await app.http(endpoint.method, endpointUrl(endpoint.path, input), { body, ...call })
  if (keyOf(endpoint) === 'POST /api/profile/two-factor' && answer.status === 200) {
    toldSecrets.set(app, answer.body.data.secret)
  }
  return answer
}

const zoneOf = (pincode: string) => ({ name: 'Zone', pincodes: [pincode], standardFee: 90 })
const dayOf = (day: string) => ({ day, closedFor: 'Holiday' })
const deliverySlot = {
  name: 'Afternoon',
  way: 'standard',
  from: '13:00',
  to: '18:00',
  fee: 0,
  closesOn: 'same-day',
  closesAt: '15:00',
} as const

/** Comes after all other calls, because it removes what they need. */
const emptying: ApiKey = 'POST /api/admin/demonstration/empty'
const isEmptying = (endpoint: AnyEndpoint) => keyOf(endpoint) === emptying

/** Turns the school into the demonstration, and lets the server back its database up. */
async function becomeDemonstration({ db, where, deps }: TestApp): Promise<void> {
  if ('url' in where) deps.config.databaseUrl = where.url
  await db.transaction(async (tx) => {
    for (const name of ['demonstration', 'school.name'])
      await writeSetting(tx, name, 'Malar', deps.clock.now())
    await db.changes.mark(tx, 'school')
  })
}

const firstAddress: ApiKey = 'PUT /api/profile/first-address'

/** Changes the data that one call needs and that would disturb the other calls. */
async function prepare(app: TestApp, endpoint: AnyEndpoint, { owner }: World): Promise<void> {
  if (isEmptying(endpoint)) await becomeDemonstration(app)
  if (keyOf(endpoint) !== firstAddress) return
  await app.db.write
    .updateTable('user')
    .set({ email: placeholderAddress })
    .where('id', '=', owner.userId)
    .execute()
}

async function makeWorld(app: TestApp) {
  await storeSettings(app, { paysAtSchool: 'true', canCancelSeats: 'true', cancelShare: '50' })
  const [owner, user] = [await signedIn(app, 'owner'), await signedIn(app, 'user')]
  const created = async (path: string, body: object) => {
    const answer = await app.http('POST', path, { body, token: owner.token })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data.id as string
  }
  // Adds a person whom a sample call may erase.
  await app.http('POST', '/api/landing/email', { body: { email: 'erasable@malar.example' } })
  const courseId = await created('/api/admin/AdminClasses/Add', { ...classOf('Ikebana'), capacity: 20 })
  const spareCourseId = await created('/api/admin/AdminClasses/Add', classOf('Torans'))
  const deletedCourseId = await created('/api/admin/AdminClasses/Add', classOf('Rangoli'))
  await app.http('DELETE', `/api/admin/AdminClasses/${deletedCourseId}`, { token: owner.token })
  const fullCourseId = await created('/api/admin/AdminClasses/Add', classOf('Kolam'))
  const person = { email: 'kavya@malar.example', phone: '9840054321' }
  const enrol = (fullName: string, email: string, courseId: string) =>
    created('/api/enrollments', { ...person, fullName, email, paymentMethod: 'UPI', courseId })
  const enrolmentId = await enrol('Kavya Raman', person.email, courseId)
  const dueEnrolmentId = await enrol('Uma Raman', 'uma@malar.example', courseId)
  const { terms_hash: termsHash } = await app.db.read
    .selectFrom('registration')
    .select((eb) => eb.fn.coalesce('terms_hash', eb.val('')).as('terms_hash'))
    .where('id', '=', enrolmentId)
    .executeTakeFirstOrThrow()
  const spareEnrolmentId = await enrol('Latha Raman', 'latha@malar.example', courseId)
  await enrol('Latha Raman', 'latha@malar.example', fullCourseId)
  const unpaidEnrolmentId = await enrol('Gita Raman', 'gita@malar.example', courseId)
  const confirmedEnrolmentId = await enrol('Devi Raman', 'devi@malar.example', courseId)
  const recorded = await app.http('POST', `/api/admin/enrollments/${confirmedEnrolmentId}/payment`, {
    token: owner.token,
    body: { method: 'cash' },
  })
  expect(recorded.status, recorded.text).toBe(200)
  const bookingId = await created('/api/events_enrollments', {
    ...person,
    firstName: 'Kavya',
    lastName: 'Raman',
    eventId: courseId,
    paymentMethod: 'online',
    transactionId: 'TXN-1',
  })
  const holdId = await created('/api/seat-holds', {
    ...person,
    firstName: 'Kavya',
    lastName: 'Raman',
    eventId: courseId,
    transactionId: 'TXN-2',
  })
  const couponOf = (code: string) => ({ code, kind: 'percent', percent: 10 })
  const couponId = await created('/api/admin/coupons', couponOf('ACCESS10'))
  const spareCouponId = await created('/api/admin/coupons', couponOf('SPARE10'))
  const instructorId = await created('/api/admin/instructors', { name: 'Anu', email: 'anu@malar.example' })
  const spareInstructorId = await created('/api/admin/instructors', {
    name: 'Oma',
    email: 'oma@malar.example',
  })
  await app.http('PUT', `/api/admin/accounts/${owner.userId}`, { body: { instructorId }, token: owner.token })
  const rose = { bunchSize: 20, price: 240 }
  const flowerId = await created('/api/admin/flowers', { name: 'Rose', ...rose })
  const spareFlowerId = await created('/api/admin/flowers', { name: 'Fern', ...rose })
  const roomId = await created('/api/admin/rooms', { name: 'Jasmine Studio' })
  const desk = pagesDesk(app, owner)
  const pictureId = await desk.addPicture(1)
  await desk.save('about', { aboutLead: 'Draft' })
  await desk.save('contact', { contactLead: 'Draft' })
  const spareRoomId = await created('/api/admin/rooms', { name: 'Rose Studio' })
  const [recipeId, spareRecipeId] = [
    await created('/api/admin/recipes', {
      subject: `course:${fullCourseId}`,
      stems: [{ flowerId, count: 4 }],
    }),
    await created('/api/admin/recipes', { subject: `course:${courseId}`, stems: [{ flowerId, count: 4 }] }),
  ]
  const studentId = await created('/api/admin/students', { name: 'Lalitha', email: 'lalitha@post.example' })
  const spareStudentId = await created('/api/admin/students', { name: 'Lalitha R' })
  const joinId = await created('/api/admin/people/joined', {
    one: { kind: 'student', id: studentId },
    other: { kind: 'student', id: spareStudentId },
  })
  await app.db.write
    .insertInto('file_import')
    .values(
      importedKinds.map(([kind]) => {
        const taken = { taken_back_at: null, taken_back_by: null }
        return { id: importOf(kind), kind, created_at: testNow, created_by: owner.userId, ...taken }
      }),
    )
    .execute()
  for (const enquiry of ['Venue', 'Corporate']) {
    await app.http('POST', '/api/categoryuserdata', {
      body: {
        fullname: 'Asha Pillai',
        emailaddress: 'asha@post.example',
        phoneno: '9876543210',
        enquiry,
      },
    })
  }
  const enquiries = await app.http('GET', '/api/categoryuserdata', { token: owner.token })
  // The enquiries are found by content, because both were written at one instant and their order is random.
  const [enquiryId, spareEnquiryId] = ['Venue', 'Corporate'].map(
    (kind) => enquiries.body.data.find(({ enquiry }: { enquiry: string }) => enquiry === kind).id as string,
  ) as [string, string]
  const customRequestId = await created('/api/admin/custom-requests', { comment: 'A wreath' })
  const spareCustomRequestId = await created('/api/admin/custom-requests', { comment: 'Another wreath' })
  const askFor = async ({ email }: SignedIn) => {
    const answer = await app.http('POST', '/api/auth/forgot-password', { body: { email } })
    return { ticket: answer.body.data.ticket as string, code: await codeSentTo(app, email) }
  }
  await app.http('POST', '/api/auth/signin', { body: { email: user.email, password: user.password } })
  const sessions = await app.http('GET', '/api/auth/sessions', { token: user.token })
  const begun = await app.http('POST', '/api/profile/two-factor', { token: owner.token })
  const askedFor = async (path: string) => (await app.http('POST', path, { token: owner.token })).body.data
  // The device signs two answers, and the call with either answer may be sent first.
  const device = passkeyDevice({ origin: app.deps.config.siteUrl, isCounting: false })
  const passkeyId = await created('/api/profile/passkeys', {
    name: 'Key',
    credential: device.create(await askedFor('/api/profile/passkeys/options')),
  })
  const otherDevice = passkeyDevice({ origin: app.deps.config.siteUrl })
  const passkey = {
    id: passkeyId,
    made: otherDevice.create(await askedFor('/api/profile/passkeys/options')),
    signed: device.get(await askedFor('/api/auth/passkey/options')),
    confirming: device.get(await askedFor('/api/auth/passkey/options')),
  }
  const invited = (email: string) => created('/api/admin/accounts/invitations', { email, role: 'manager' })
  const tokenOf = async (email: string) => {
    await invited(email)
    return String((await lettersTo(app, email)).at(-1)?.data['token'])
  }
  const asked = await askFor(await signedIn(app, 'user'))
  const nextEmail = 'user-moved@malar.example'
  const change = await app.http('POST', '/api/profile/email', {
    token: user.token,
    body: { email: nextEmail, currentPassword: user.password },
  })
  const emailChange = { ticket: change.body.data.ticket as string, code: await codeSentTo(app, nextEmail) }
  const proof = await askFor(await signedIn(app, 'user'))
  expect((await app.http('POST', '/api/auth/verify-otp', { body: proof })).status).toBe(200)
  const addDelivery = (what: string, body: object) => created(`/api/admin/delivery-${what}`, body)
  const addImpact = (title: string) => created('/api/impacts', { title, value: '800+' })
  const addHours = (office_day: string) =>
    created('/api/admin/office-timing', { office_day, open_time: '09:00', close_time: '18:00' })
  const addNote = (title: string) => created('/api/status-feedback', noteOf(title))
  const studentFeedbackId = await created('/api/student-feedback', {
    student_name: 'Kavya',
    course_name: 'Ikebana',
    rating: 4,
    feedback_text: 'Calm.',
  })
  const lines = ['R1', 'R2', 'R3'].map((reference) => ({
    day: '2026-03-02',
    description: 'UPI',
    reference: `LINE-${reference}`,
    amount: '4500.00',
  }))
  await app.http('POST', '/api/admin/money/statements', {
    body: { fileName: 'march.csv', rows: lines },
    token: owner.token,
  })
  const stored = await app.db.read.selectFrom('statement_line').select(['id', 'reference']).execute()
  const lineId = (reference: string) => stored.find((line) => line.reference === reference)?.id ?? ''
  const unseatedEnrolmentId = await enrol('Selvi Raman', 'selvi@malar.example', courseId)
  await app.http('POST', `/api/admin/enrollments/${unseatedEnrolmentId}/payment`, {
    body: { reference: 'BANK-3', method: 'bank' },
    token: owner.token,
  })
  await unseat(app, unseatedEnrolmentId)
  const splitIds = [
    await enrol('Malar Raman', 'malar@malar.example', courseId),
    await enrol('Mullai Raman', 'mullai@malar.example', courseId),
  ]
  const mistakenId = await enrol('Devi Raman', 'devi@malar.example', courseId)
  const { payables, settlement } = app.app.services
  await settlement.markPaid(payables.enrolment, mistakenId, { method: 'cash' }, owner)
  const { id: receiptId, part } = await app.db.read
    .selectFrom('allocation')
    .select(['receipt_id as id', 'id as part'])
    .where('subject_id', '=', mistakenId)
    .executeTakeFirstOrThrow()
  await app.http('PUT', '/api/admin/event-pricing', {
    body: { weekends: { label: 'Weekends 10:00 AM - 6:00 PM', price: '3000' } },
    token: owner.token,
  })
  const product = async (name: string) => {
    const body = productOf(name)
    return (await app.http('POST', '/api/admin/products', { body, token: owner.token })).body.id as string
  }
  const [productId, spareProductId] = [await product('Lily vase'), await product('Toran')]
  await app.http('PUT', `/api/admin/products/${await product('Faded wreath')}`, {
    body: { stockquantity: 0 },
    token: owner.token,
  })
  const { data: cart } = (await app.http('POST', '/api/cart/items', { body: { productId, quantity: 1 } }))
    .body
  const { afternoon: slotId } = await addDeliveryPlan(app)
  const order = async (token: string | null = null) => {
    await proveAll(app)
    const body = orderBody({ slotId, lines: [{ productId, quantity: 1 }] })
    return (await app.http('POST', '/api/orders', { body, token })).body.data.id as string
  }
  const ordered = {
    viewed: await order(),
    paid: await order(),
    cancelled: await order(),
    changed: await order(),
    settled: await order(),
    delivered: await order(),
    reminded: await order(),
    users: await order(user.token),
    credited: await order(),
  }
  await settlement.markPaid(payables.order, ordered.credited, {}, owner)
  await app.app.services.orders.setStatus(ordered.delivered, { status: 'delivered' }, null)
  await app.db.write
    .updateTable('shop_order')
    .set({ status: 'confirmed' })
    .where('id', '=', ordered.reminded)
    .execute()
  const missed = async () => {
    const id = await placeOrder(app, [{ productId: null, quantity: 1 }], { status: 'shipped', isPaid: true })
    const press = { kind: 'not-reached' as const, at: app.deps.clock.now() }
    await app.db.transaction((tx) => app.app.services.orders.press(tx, id, press, null, owner))
    return id
  }
  const fee = async () => {
    const id = await missed()
    return (
      await app.db.transaction((tx) => app.app.services.orders.charge(tx, id, { amount: 8_000 }, owner))
    ).id
  }
  const [waived, marked, paid, givenBack] = [await fee(), await fee(), await fee(), await fee()]
  await settlement.markPaid(payables['order-charge'], givenBack, {}, owner)
  const charged = { order: await missed(), waived, marked, paid, givenBack }
  const orderKey = app.app.services.orders.keyOf(ordered.changed)
  const giftPath = await giftPathOf(app, ordered.viewed)
  const orderId = await placeOrder(app, [{ productId, quantity: 1 }])
  const confirmedOrderId = await placeOrder(app, [{ productId, quantity: 1 }], { status: 'confirmed' })
  const changedOrderId = await placeOrder(app, [{ productId, quantity: 1 }])
  const changed = await app.http('PUT', `/api/admin/orders/${changedOrderId}/status`, {
    body: { status: 'confirmed' },
    token: owner.token,
  })
  const offeredCourseId = await created('/api/admin/AdminClasses/Add', classOf('Venis'))
  const leavingId = await enrol('Rani Raman', 'rani@malar.example', offeredCourseId)
  const wait = (email: string, courseId: string) => waitFor(app, courseId, email)
  const placeToken = await wait('waiting@malar.example', fullCourseId)
  const offerToken = await wait('offered@malar.example', offeredCourseId)
  await app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', leavingId))
  await app.http('POST', '/api/landing/email', { body: { email: 'reader@malar.example' } })
  const otherBatchId = await created('/api/admin/batches', { courseId, day: '2026-06-01' })
  const spareSeatId = await enrol('Devi Raman', 'devi@malar.example', courseId)
  const cancellableId = await enrol('Selvi Raman', 'selvi@malar.example', courseId)
  const messageOf = async (channel: 'email' | 'chat') =>
    (
      await app.db.read
        .selectFrom('outbox')
        .select('id')
        .where('cause', '=', `enrolment:${spareSeatId}:received:${channel}`)
        .executeTakeFirstOrThrow()
    ).id
  const { batch_id: batchId } = await app.db.read
    .selectFrom('seat')
    .select('batch_id')
    .where('id', '=', spareSeatId)
    .executeTakeFirstOrThrow()
  await app.http('PUT', `/api/admin/batches/${batchId}`, { body: { instructorId }, token: owner.token })
  return {
    productId,
    /** The key of the order `ordered.changed`, which only the browser that ordered has. */
    orderKey,
    /** A product that nobody ordered. */
    spareProductId,
    orderId,
    /** A change of another order's status that can be undone. */
    changedOrderId,
    confirmedOrderId,
    changeId: changed.body.data.change.id,
    owner,
    user,
    courseId,
    /** A course that nobody enrolled in. */
    spareCourseId,
    /** A course in the bin. */
    deletedCourseId,
    /** A course whose only seat is taken. */
    fullCourseId,
    enrolmentId,
    /** An enrolment that is unpaid until staff mark it as paid. */
    dueEnrolmentId,
    spareEnrolmentId,
    unpaidEnrolmentId,
    termsHash,
    confirmedEnrolmentId,
    confirmedEnrolmentKey: app.app.services.registrationDeps.links.sign('seat-browser', confirmedEnrolmentId),
    bookingId,
    holdId,
    customRequestId,
    spareCustomRequestId,
    enquiryId,
    spareEnquiryId,
    couponId,
    spareCouponId,
    instructorId,
    spareInstructorId,
    flowerId,
    /** A flower that no recipe names. */
    spareFlowerId,
    pictureId,
    trial: app.deps.seal.close(JSON.stringify({ userId: owner.userId, until: farAhead, end: endOfTrial })),
    roomId,
    spareRoomId,
    recipeId,
    spareRecipeId,
    studentId,
    spareStudentId,
    joinId,
    /** An e-mail with a code that nobody has entered yet. */
    asked,
    /** The ticket of a person who has entered the code and may set a new password. */
    provedTicket: proof.ticket,
    /** The code of the e-mail to the user's next address. */
    emailChange,
    /** A second session of the user. */
    otherSessionId: sessions.body.data.find(({ isThis }: { isThis: boolean }) => !isThis).id,
    /** The first code of the owner's authenticator app, which nobody has entered yet. */
    get twoFactorCode() {
      return codeOfApp(toldSecrets.get(app) ?? begun.body.data.secret, app.deps.clock.ms())
    },
    /**
     * The id of the owner's passkey, a new credential that waits to be added, and an answer that signs the owner in.
     */
    passkey,
    /** Another member of staff. */
    colleagueId: (await signedIn(app, 'staff')).userId,
    invitationId: await invited('kalai@malar.example'),
    invitationToken: await tokenOf('nila@malar.example'),
    /** Lines of a bank statement, by the state that a call expects. */
    lineIds: { matched: lineId('LINE-R1'), closed: lineId('LINE-R2'), reopened: lineId('LINE-R3') },
    /** A paid enrolment that has no seat. */
    unseatedEnrolmentId,
    receiptId,
    receiptToken: createSignedLinks(authSecret(app.deps.config)).sign('receipt', part),
    mistakenId,
    splitIds,
    postId: await created('/api/admin/blog', { title: 'Malli', body: 'x', status: 'published' }),
    sparePostId: await created('/api/admin/blog', { title: 'Spare', body: 'x' }),
    impactId: await addImpact('Students'),
    officeHoursId: await addHours('Monday'),
    noteId: await addNote('Scissors'),
    /** Two records of each kind: one to change, and one to delete. */
    deliveries: {
      zones: [
        await addDelivery('zones', zoneOf('600004')),
        await addDelivery('zones', zoneOf('600005')),
      ] as const,
      slots: [await addDelivery('slots', deliverySlot), await addDelivery('slots', deliverySlot)] as const,
      days: [
        await addDelivery('days', dayOf('2026-05-01')),
        await addDelivery('days', dayOf('2026-05-02')),
      ] as const,
      closed: [
        await addDelivery('days', dayOf('2026-05-03')),
        await addDelivery('days', dayOf('2026-05-04')),
      ] as const,
    },
    /** Records that the calls may delete. */
    spare: {
      impactId: await addImpact('Weddings'),
      officeHoursId: await addHours('Friday'),
      studentFeedbackId,
      noteId: await addNote('Ribbons'),
    },
    placeToken,
    proofToken: createSignedLinks(authSecret(app.deps.config)).sign('seat-proof', enrolmentId),
    /** The token of a waiting-list place to which a seat is offered; the holder of `placeToken` still waits. */
    offerToken,
    /** A batch of `courseId`; `otherBatchId` is another batch. */
    batchId,
    otherBatchId,
    /**
     * Four batches without seats: the first to delete, then one to cancel, one to plan, and one to leave on a closed
     * day.
     */
    spareBatchIds: [
      await created('/api/admin/batches', { courseId, day: '2026-07-01' }),
      await created('/api/admin/batches', { courseId, day: '2026-07-02' }),
      await created('/api/admin/batches', { courseId, day: '2026-07-03' }),
      await created('/api/admin/batches', { courseId, day: '2026-07-04' }),
    ] as const,
    /** Seats that staff may move and cancel. */
    spareSeatId,
    cancellableId,
    letterId: await messageOf('email'),
    chatId: await messageOf('chat'),
    /** The cart of a guest, with one line. */
    cart: { token: cart.token, lineId: cart.lines[0].id },
    slotId,
    /** Orders of the store, one for each thing that its buyer may do. */
    ordered,
    /** Two recipients of the user: one to change, and one to delete. */
    recipientIds: [
      (
        await app.http('POST', '/api/recipients', {
          body: { ...recipient, area: 'Adyar' },
          token: user.token,
        })
      ).body.data.id,
      (
        await app.http('POST', '/api/recipients', {
          body: { ...recipient, area: 'Besant Nagar' },
          token: user.token,
        })
      ).body.data.id,
    ],
    giftToken: giftPath.replace('/gift/', ''),
    /** An order for which a fee can be charged, and the ids of fees of other orders. */
    charged,
    reminderToken: createSignedLinks(authSecret(app.deps.config)).sign('reminder', 'ended'),
    unsubscribeToken: await linkTokenFor(app, 'reader@malar.example'),
  }
}

/** A second connection to each school's database file, with a query for each table. */
const opened = new Map<TestApp, { database: DatabaseSync; queries: Record<string, StatementSync> }>()
afterAll(() => {
  for (const { database } of opened.values()) database.close()
})

function openContent(app: TestApp) {
  const kept = opened.get(app)
  if (kept !== undefined) return kept
  if (!('file' in app.where)) throw new Error('The content is read from a file of SQLite')
  const database = new DatabaseSync(app.where.file, { readOnly: true })
  // The search index, the stored totals and the counts of rate limits are left out, because a refused call may change
  // them.
  const names = database
    .prepare("select name from sqlite_master where type in ('table', 'view')")
    .all()
    .map(({ name }) => String(name))
    .filter(
      (name) =>
        !/^(running_total|list_total|seat_count|rate_count|sqlite_.*)$/.test(name) && !isOfSearchIndex(name),
    )
  const queries = Object.fromEntries(names.map((name) => [name, database.prepare(`select * from "${name}"`)]))
  const made = { database, queries }
  opened.set(app, made)
  return made
}

/** Every row of every table, as text, sorted, so that the time of writing does not matter. */
function contentOf(app: TestApp, mask: (row: string) => string = (row) => row) {
  const { queries } = openContent(app)
  const rowsOf = (query: StatementSync) => query.all().map((row) => mask(JSON.stringify(row)))
  return Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, rowsOf(query).sort()]))
}

/** A number that changes whenever the server commits a transaction that writes. */
const dataVersionOf = (app: TestApp) => openContent(app).database.prepare('pragma data_version').get()

function expectRefusal(answer: Answer, code: ErrorCode): void {
  expect(answer.status, answer.text).toBe(errorStatuses[code])
  const { error, message, requestId, ...rest } = answer.body
  expect(error).toMatch(/^[A-Z].+[.?!]$/)
  expect(message).toBe(error)
  expect(requestId).toMatch(/^[\w-]{22}$/)
  expect(rest).toMatchObject({ success: false, code })
  expect(Object.keys(rest).filter((key) => !['success', 'code', 'fields', 'details'].includes(key))).toEqual(
    [],
  )
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.getSetCookie()).toEqual([])
}

test('these tests have a record for every endpoint with a record’s id in its path', () => {
  const naming = endpoints.filter(({ params }) => params !== undefined)
  expect(
    naming
      .filter(({ path }) => named[path] === undefined)
      .map(keyOf)
      .filter((key) => samples[key] === undefined),
  ).toEqual([])
})

test('every public write except sign-out has a rate limit', () => {
  const unlimited = publicWrites.filter(({ rate }) => !rate)
  expect(unlimited.map(keyOf)).toEqual(['POST /api/auth/signout'])
})

onSqlite('access to the endpoints', (app) => {
  let world: World
  let expired: string
  let revoked: string
  const accounts = new Map<StaffRole, SignedIn>()
  /** An owner who entered the password ten minutes ago. */
  let unconfirmed: SignedIn
  const accountOf = (role: StaffRole) => accounts.get(role) as SignedIn
  beforeAll(async () => {
    world = await makeWorld(app)
    for (const role of staffRoles) accounts.set(role, await signedIn(app, role))
    unconfirmed = await signedIn(app, 'owner')
    await lastConfirmed(app, unconfirmed, confirmedForMs)
    expired = await expiredToken(app)
    revoked = await revokedToken(app)
  })

  describe('calls without the right that an endpoint demands', () => {
    let content: unknown
    beforeAll(() => {
      content = contentOf(app)
    })

    test.each(guarded.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
      'the endpoint %s refuses every caller without the right that it demands, and changes nothing',
      async (_, endpoint) => {
        const { owner, user } = world
        const input = sampleOf(endpoint, world)
        const cookie = ['better-auth.session_token', '__Secure-better-auth.session_token', 'sessionToken']
          .map((name) => `${name}=${encodeURIComponent(owner.token)}`)
          .join('; ')

        const nobodies: Record<string, CallOptions> = {
          nobody: {},
          forged: { token: forgedToken(owner.token) },
          expired: { token: expired },
          revoked: { token: revoked },
          'the database’s half of a token': { token: owner.token.slice(0, owner.token.lastIndexOf('.')) },
          'a cookie alone': { headers: { cookie } },
          'another scheme': { headers: { authorization: `Basic ${owner.token}` } },
          'no scheme': { headers: { authorization: owner.token } },
          'a body nobody can read': {
            body: endpoint.method === 'GET' ? undefined : '{"',
            headers: endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' },
          },
        }
        const version = dataVersionOf(app)
        const refused = async (code: ErrorCode, call: CallOptions, sent = input) => {
          const answer = await send(app, endpoint, sent, call)
          expectRefusal(answer, code)
          return answer
        }
        const inTheAddress = { ...input, query: { token: owner.token, sessionToken: owner.token } }
        await Promise.all([
          ...Object.values(nobodies).map((call) => refused('unauthenticated', call)),
          refused('unauthenticated', {}, inTheAddress),
          endpoint.access === 'admin' && refused('forbidden', { token: user.token }),
          ...staffRoles
            .filter((one) => !mayCall(one, endpoint))
            .map(async (role) => {
              const answer = await refused('forbidden', { token: accountOf(role).token })
              expect(answer.body.error).toBe(
                sentenceOf('forbidden', { reason: 'role-may-not', facts: { right: endpoint.right } }),
              )
            }),
          endpoint.confirms && refused('confirmation_needed', { token: unconfirmed.token }),
        ])
        if (JSON.stringify(dataVersionOf(app)) !== JSON.stringify(version))
          expect(contentOf(app)).toEqual(content)
      },
    )
  })

  // The calls change nothing, because their records do not exist or their bodies cannot be read.
  test.each(staffRoles)(
    'the role %s may call every endpoint that the table of rights allows it',
    async (role) => {
      const { token } = accountOf(role)
      const nothing = (value: unknown) =>
        Object.fromEntries(Object.keys(Object(value)).map((key) => [key, 'x']))
      for (const endpoint of guarded.filter((one) => mayCall(role, one))) {
        const { params } = sampleOf(endpoint, world)
        const input = { params: nothing(params), body: endpoint.body ? [] : undefined }
        const answer = await send(app, endpoint, input, { token })
        expect([401, 403], `${keyOf(endpoint)}: ${answer.text}`).not.toContain(answer.status)
      }
    },
  )

  describe('a public read with an invalid token', () => {
    test.each(publicReads.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
      'the public read %s answers a call with an invalid token like a call without a token',
      async (_, endpoint) => {
        const input = sampleOf(endpoint, world)
        const plain = await send(app, endpoint, input)
        expect(plain.status, plain.text).toBe(200)
        const cookie = `better-auth.session_token=${encodeURIComponent(world.owner.token)}`
        const bad: CallOptions[] = [
          { token: 'nonsense' },
          { token: forgedToken(world.owner.token) },
          { token: await expiredToken(app) },
          { token: await revokedToken(app) },
          { headers: { cookie } },
        ]
        for (const call of bad) {
          const answer = await send(app, endpoint, input, call)
          expect(answer.status).toBe(200)
          expect(answer.text).toBe(plain.text)
        }
      },
    )
  })

  test('a public write is not refused because of an invalid token', async () => {
    for (const endpoint of publicWrites) {
      const token = forgedToken(world.owner.token)
      const { params } = sampleOf(endpoint, world)
      // The fields are left out, so that sign-in fails and writes nothing.
      const answer = await send(app, endpoint, { params, body: endpoint.body ? {} : undefined }, { token })
      expect(answer.status, keyOf(endpoint)).toBe(endpoint.body ? 400 : 200)
    }
  })

  test('a user cannot see or change the favourite courses of another user', async () => {
    const [a, b] = [await signedIn(app, 'user'), await signedIn(app, 'user')]
    const list = async (token: string) => (await app.http('GET', '/api/favorites', { token })).body.data
    const { courseId, spareCourseId } = world
    await app.http('POST', '/api/favorites', { token: a.token, body: { courseIds: [courseId] } })
    await app.http('POST', '/api/favorites', { token: b.token, body: { courseIds: [spareCourseId] } })
    const taken = await app.http('DELETE', `/api/favorites/${courseId}`, { token: b.token })
    expect(taken.body.data).toEqual([spareCourseId])
    expect(await list(a.token)).toEqual([courseId])
    expect(await list(b.token)).toEqual([spareCourseId])
    expect((await app.http('GET', '/api/auth/user', { token: b.token })).body.id).toBe(b.userId)
  })

  test('a user cannot see or change the favourite products, the cart and the orders of another user', async () => {
    const [a, b] = [await signedIn(app, 'user'), await signedIn(app, 'user')]
    const { productId, slotId } = world
    const as = (who: SignedIn, method: string, path: string, body?: object) =>
      app.http(method, path, { token: who.token, body })
    await as(a, 'POST', '/api/favorites?kind=product', { productIds: [productId] })
    await as(b, 'DELETE', `/api/favorites/${productId}?kind=product`)
    expect((await as(a, 'GET', '/api/favorites?kind=product')).body.data).toEqual([productId])
    expect((await as(b, 'GET', '/api/favorites?kind=product')).body.data).toEqual([])

    const [line] = (await as(a, 'POST', '/api/cart/items', { productId, quantity: 1 })).body.data.lines
    expect((await as(b, 'PUT', `/api/cart/items/${line.id}`, { quantity: 0 })).status).toBe(404)
    expect((await as(b, 'DELETE', `/api/cart/items/${line.id}`)).body.data.lines).toEqual([])
    expect((await as(a, 'GET', '/api/cart')).body.data.lines).toEqual([line])

    const order = orderBody({ slotId, lines: [{ productId, quantity: 1 }], email: a.email })
    const { id } = (await as(a, 'POST', '/api/orders', order)).body.data
    expect((await as(a, 'GET', '/api/orders')).body.data).toMatchObject([{ id }])
    expect((await as(b, 'GET', '/api/orders')).body.data).toEqual([])
    // The address of an order's page may be passed on, so the address must not be enough to change the order.
    const before = contentOf(app)
    expect((await as(b, 'POST', `/api/orders/${id}/cancel`, { email: b.email })).status).toBe(400)
    expect((await as(b, 'POST', `/api/orders/${id}/delivery`, { key: null })).status).toBe(403)
    const said = { key: null, version: 1, cardMessage: 'x' }
    expect((await as(b, 'PATCH', `/api/orders/${id}/delivery`, said)).status).toBe(403)
    expect(contentOf(app)).toEqual(before)
  })

  test.each([
    ['__proto__', '{"__proto__":{"usertype":"admin"},'],
    ['constructor', '{"constructor":{"prototype":{"usertype":"admin"}},'],
  ])('every endpoint with a body refuses the field %s in its body', async (_, start) => {
    const before = contentOf(app)
    for (const endpoint of endpoints.filter(({ body }) => body !== undefined)) {
      const input = sampleOf(endpoint, world)
      const body = start + JSON.stringify(input.body).slice(1)
      expectRefusal(
        await send(app, endpoint, { ...input, body }, { token: world.owner.token }),
        'bad_request',
      )
    }
    expect(contentOf(app)).toEqual(before)
  })
})

onSqlite('fields that an endpoint does not declare', (plain, engine) => {
  let forged: TestApp
  const worlds = new Map<TestApp, World>()
  beforeAll(async () => {
    forged = await startApp({ engine })
    for (const app of [plain, forged]) worlds.set(app, await makeWorld(app))
  })
  afterAll(() => forged?.stop())

  const extras = {
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    reference: 'MAL-AAAA-AAAA',
    usertype: 'admin',
    role: 'owner',
    isAdmin: true,
    userId: 'AAAAAAAAAAAAAAAAAAAAAA',
    user_id: 'AAAAAAAAAAAAAAAAAAAAAA',
    price: 1,
    amount: '1.00',
    paymentAmount: 1,
    price_in_paise: 100,
    amount_in_paise: 100,
    unitPrice: 1,
    unit_price_in_paise: 100,
    fee: 0,
    subtotal: 1,
    deliverycharge: 0,
    delivery_charge_in_paise: 0,
    discount: 99_999,
    discountamount: 99_999,
    discount_in_paise: 9_999_900,
    fee_discount_in_paise: 9_999_900,
    total: 1,
    total_in_paise: 100,
    status: 'confirmed',
    paymentstatus: 'paid',
    payment_status: 'paid',
    courseTitle: 'Another course',
    enrolled: 0,
    taken: 0,
    spots_left: 99,
    holdUntil: null,
    hold_until: null,
    confirmed_at: '2000-01-01T00:00:00.000Z',
    created_at: '2000-01-01T00:00:00.000Z',
    deleted_at: '2000-01-01T00:00:00.000Z',
    version: 99,
  }
  /** Replaces random values, and the times of the change feed, so that both servers give the same text. */
  const maskNow = (text: string) =>
    text
      .replace(/"at":"[^"]+"/, '"at":""')
      .replace(/\$argon2id[^"]+/g, 'hash')
      .replace(/"sessionToken":"[^"]+"/, '"sessionToken":""')
      .replace(/"[a-z2-9]{5}-[a-z2-9]{5}"/g, '"recovery code"')
      .replace(/[\w-]{20,}/g, 'id')
      .replace(/malar-test-\w+/g, 'folder')
      .replace(/MAL-\w{4}-\w{4}/g, 'reference')
      .replace(/(?:FAIR|CREDIT)-\w{8}/g, 'made code')
  /** Remembers masked rows, because most rows stay as they are from test to test. */
  const masked = new Map<string, string>()
  const mask = (text: string) => {
    const known = masked.get(text) ?? maskNow(text)
    masked.set(text, known)
    return known
  }
  /**
   * Adds fields that the caller must not set. A field of the form of staff is left out for staff, because staff may set
   * it.
   */
  const withExtras = (endpoint: AnyEndpoint, body: object) => {
    const { shape } = endpoint.body as unknown as { shape?: object }
    // A map accepts any key, so the extra fields are added inside its values.
    if (shape === undefined) {
      return Object.fromEntries(Object.entries(body).map(([key, row]) => [key, { ...extras, ...row }]))
    }
    const isStaffs = endpoint.access === 'admin'
    const own = isStaffs ? shape : body
    // The lines of a visitor's order or cart get extra fields too.
    const lines = 'lines' in body &&
      !isStaffs && { lines: (body.lines as object[]).map((line) => ({ ...extras, ...line })) }
    return {
      ...body,
      ...Object.fromEntries(Object.entries(extras).filter(([name]) => !(name in own))),
      ...lines,
    }
  }

  test.each(
    endpoints
      .filter(({ body }) => body !== undefined)
      // Calls of visitors come first, because staff later settle the seats that visitors took.
      .sort((a, b) => Number(a.access === 'admin') - Number(b.access === 'admin'))
      .sort((a, b) => Number(isEmptying(a)) - Number(isEmptying(b)))
      .map((endpoint) => [keyOf(endpoint), endpoint] as const),
  )('the endpoint %s stores and answers the same with extra fields in its body', async (_, endpoint) => {
    const call = async (app: TestApp, isForged: boolean) => {
      const world = worlds.get(app) as World
      await prepare(app, endpoint, world)
      const input = sampleOf(endpoint, world)
      const body = isForged ? withExtras(endpoint, input.body as object) : input.body
      const { owner, user } = world
      const token = { admin: owner.token, user: user.token, public: null }[endpoint.access]
      const headers = { [cartTokenHeader]: world.cart.token }
      return send(app, endpoint, { ...input, body }, { token, headers })
    }
    const expected = await call(plain, false)
    const actual = await call(forged, true)
    expect(expected.status, expected.text).toBe(endpoint.status ?? 200)
    expect(actual.status, actual.text).toBe(expected.status)
    expect(mask(actual.text)).toBe(mask(expected.text))
    expect(contentOf(forged, mask)).toEqual(contentOf(plain, mask))
  })
})

// The suite runs on both engines, so that each endpoint runs its statements on PostgreSQL too.
/** Accepts every e-mail, so that the trial e-mail arrives. */
const connectMail = () => ({ send: async () => 'memory' })
onEachEngine('calls of staff who have the right that an endpoint demands', { connectMail }, (app) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(app)
  })

  // The change of the address comes after the call that verifies the first address, and the passkey is removed last.
  const ending: ApiKey[] = ['POST /api/profile/email/confirm', 'DELETE /api/profile/passkeys/:id']
  /** The turn of a call: visitors take seats first, then staff settle them, and then visitors give things back. */
  const turnOf = (endpoint: AnyEndpoint) => {
    const givesBack = endpoint.access === 'public' && endpoint.method !== 'GET' && !endpoint.body
    if (isEmptying(endpoint)) return 3
    return ending.includes(keyOf(endpoint)) || givesBack ? 2 : Number(endpoint.access === 'admin')
  }
  const inTurn = endpoints.toSorted((a, b) => turnOf(a) - turnOf(b))
  // The suite shows that these calls can succeed. Otherwise the refusals above could be refusals for everybody.
  test.each(inTurn.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    'the endpoint %s answers a caller who has the right that it demands',
    async (_, endpoint) => {
      await prepare(app, endpoint, world)
      const token = { admin: world.owner.token, user: world.user.token, public: null }[endpoint.access]
      const headers = { [cartTokenHeader]: world.cart.token }
      const answer = await send(app, endpoint, sampleOf(endpoint, world), { token, headers })
      expect(answer.status, answer.text).toBe(endpoint.status ?? 200)
    },
  )
})

describe('rate limits', () => {
  const { max, windowMs } = ratePolicies['sign-in']
  const apps: TestApp[] = []
  const start = async (env: Record<string, string> = {}) => {
    const app = await startApp({ env: { RATE_LIMIT_FACTOR: '1', ...env } })
    apps.push(app)
    return app
  }
  afterAll(async () => {
    vi.useRealTimers()
    for (const app of apps) await app.stop()
  })
  let attempts = 0
  // Each attempt is for another account, because guesses at one account have a limit of their own.
  const attempt = (app: TestApp, headers: Record<string, string> = {}) =>
    app.http('POST', '/api/auth/signin', {
      headers,
      body: { email: `owner-${++attempts}@malar.example`, password: 'a wrong password' },
    })

  test('a caller beyond the rate limit gets 429 with the time to wait, and a forwarding header does not help', async () => {
    const app = await start()
    for (let count = 0; count < max; count++) {
      expect((await attempt(app, { 'x-forwarded-for': `203.0.113.${count}` })).status).toBe(401)
    }
    const ways = ['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'cf-connecting-ip', 'true-client-ip']
    const tries = [{}, ...ways.map((name) => ({ [name]: '203.0.113.99' })), { forwarded: 'for=203.0.113.99' }]
    for (const headers of tries) {
      const answer = await attempt(app, headers)
      expectRefusal(answer, 'rate_limited')
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(windowMs / 1000)
    }
  })

  test('changes of the cart have their own rate limit, and orders have the limit of other writes', async () => {
    const app = await start()
    for (const [path, { max }] of [
      ['/api/cart/items', ratePolicies.cart],
      ['/api/orders', ratePolicies.write],
    ] as const) {
      const call = () => app.http('POST', path, { body: {} })
      for (let count = 0; count < max; count++) expect((await call()).status).toBe(400)
      expectRefusal(await call(), 'rate_limited')
    }
    expect((await app.http('GET', '/api/products')).status).toBe(200)
  })

  test('behind a trusted proxy each caller is counted by the address that the proxy adds', async () => {
    const app = await start({ TRUST_PROXY: '127.0.0.1' })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    for (let count = 0; count < max; count++) await attempt(app, from('203.0.113.1'))
    expect((await attempt(app, from('203.0.113.1'))).status).toBe(429)
    expect((await attempt(app, from('203.0.113.2'))).status).toBe(401)
    // The visitor wrote the first address of the header, and the proxy added the second. Only the second address
    // counts.
    expect((await attempt(app, from('203.0.113.77, 203.0.113.1'))).status).toBe(429)
  })

  test('an owner beyond the sign-in limit keeps the open session, and can sign in again later', async () => {
    const app = await start()
    const owner = await signedIn(app, 'owner')
    const signIn = () =>
      app.http('POST', '/api/auth/signin', { body: { email: owner.email, password: owner.password } })
    for (let count = 0; count < max; count++) await attempt(app)
    expect((await signIn()).status).toBe(429)
    expect((await app.http('GET', '/api/auth/user', { token: owner.token })).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + windowMs + 1000 })
    expect((await signIn()).status).toBe(200)
    vi.useRealTimers()
  })
})

describe('the check of the endpoints at the start', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app?.stop())

  const [first, second] = endpoints as [AnyEndpoint, AnyEndpoint]
  const answerer = (endpoint: AnyEndpoint) => bind.whole(endpoint, async () => ({}) as never)
  const mount = (declared: AnyEndpoint[], bound: AnyEndpoint[]) => () =>
    mountEndpoints(Fastify(), declared, bound.map(answerer), {
      db: app.db,
      clock: app.deps.clock,
      findSession: async () => null,
      rateLimitFactor: 1,
      sharedCounts: null,
      readersFirst: createReadersFirst(),
      findSite: () => app.app.services.school.current(),
      previews: createPreviews(app.deps),
      checkResponses: true,
    })

  test('an endpoint that no function answers stops the start', () => {
    expect(mount([first, second], [first])).toThrow(`${keyOf(second)} is declared but has no handler`)
  })
  test('an answered endpoint that is not in the contract stops the start', () => {
    expect(mount([first], [first, second])).toThrow(`${keyOf(second)} is not in the contract`)
  })
  test('an endpoint that two functions answer stops the start', () => {
    expect(mount([first], [first, first])).toThrow(`${keyOf(first)} is bound twice`)
  })
  test('an endpoint that does not say who may call it stops the start', () => {
    const unsaid = { ...first, access: undefined } as unknown as AnyEndpoint
    expect(mount([unsaid], [unsaid])).toThrow('does not say who may call it')
  })
  test('an endpoint of the back office that names no known right stops the start', () => {
    const [guardedOne] = guarded.filter(({ access }) => access === 'admin') as [AnyEndpoint]
    const unsaid = { ...guardedOne, right: undefined } as unknown as AnyEndpoint
    expect(mount([unsaid], [unsaid])).toThrow('does not say which right it needs')
    const misspelt = { ...guardedOne, right: 'toString' } as unknown as AnyEndpoint
    expect(mount([misspelt], [misspelt])).toThrow('does not say which right it needs')
  })
  test('endpoints that are declared and answered completely do not stop the start', () => {
    expect(mount([first], [first])).not.toThrow()
  })
})
