import type { Tx } from '../../server/db/schema.ts'
import type { TestApp } from './app.ts'
import { addProduct, placeOrder } from './orders.ts'
import { addCourse, bookingBody, confirm, enrol } from './seats.ts'

export interface Somebody {
  /** First name and last name. */
  name: string
  email: string
  phone: string
}

/** The base name of the photograph that the person sent with a concern. A test that needs the files writes them. */
export const theirPhotograph = 'c0'.repeat(16)

/**
 * Adds a person who has used the whole site, and about whom staff have written in every table that can contain a
 * person. Another person has a seat in the same class. Returns the seat that the first person paid for.
 */
export async function somebodyEverywhere(app: TestApp, person: Somebody) {
  const { name: fullName, email, phone } = person
  const [firstName = '', lastName = ''] = fullName.split(' ')
  const content = JSON.stringify({ aboutLead: `${fullName} teaches here.` })
  const draft = { page: 'about', content, version: 1, by_email: email, at: app.deps.clock.now() }
  await app.db.write.insertInto('page_draft').values(draft).execute()
  const { id } = await addCourse(app)
  // The person books another batch, because a second seat in the same batch would need the link in an e-mail first.
  const booked = await addCourse(app)
  const full = await addCourse(app, { capacity: 1 })
  const seat = await enrol(app, id, { fullName, email, phone, questions: `${fullName} asks` })
  await confirm(app, seat.id)
  await enrol(app, full.id)
  const posts: [string, object][] = [
    ['/api/events_enrollments', bookingBody(booked.id, { firstName, lastName, email, phone })],
    ['/api/waiting-list', { fullName, email, phone, courseId: full.id }],
    ['/api/landing/contact', { name: fullName, email, phone }],
    ['/api/landing/email', { email }],
    ['/api/auth/signup', { firstname: firstName, lastname: lastName, email, password: 'a long sentence' }],
    ['/api/categoryuserdata', { fullname: fullName, emailaddress: email, phoneno: phone, enquiry: 'Venue' }],
  ]
  for (const [at, body] of posts) {
    const { status, text } = await app.http('POST', at, { body })
    if (status >= 300) throw new Error(`${at}: ${status} ${text}`)
  }
  await app.app.services.accounts.createUser({
    email,
    firstname: firstName,
    lastname: lastName,
    phone,
    password: 'a long sentence of hers',
    usertype: 'user',
    role: 'none',
  })
  await everywhereElse(app, person)
  return seat
}

/** Writes the person into every other table into which the site or the back office can write a person. */
async function everywhereElse(app: TestApp, { email, name, phone }: Somebody) {
  const { clock, ids } = app.deps
  const created_at = clock.now()
  const productId = await addProduct(app, 3)
  const orderId = await placeOrder(app, [{ productId: null, quantity: 1 }], { customer: name })
  await app.db.transaction(async (tx) => {
    const seat = await tx.selectFrom('seat').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const person = { id: ids.id(), name, email, phone, created_at, deleted_at: null }
    const { deleted_at: _, ...holder } = person
    const batch = await tx.selectFrom('batch').select(['id', 'course_id']).executeTakeFirstOrThrow()
    const begun = () => ({
      ...holder,
      id: ids.id(),
      kind: 'seat-hold' as const,
      reference: ids.reference('MAL'),
      course_id: batch.course_id,
      batch_id: batch.id,
      mailbox: email,
      question: null,
      payment_method: null,
      transaction_id: null,
      hold_transaction_id: null as string | null,
      amount_in_paise: 0,
      hold_until: created_at,
      confirmed_at: null,
      seats: 1,
      asked: null as string | null,
    })
    await tx
      .insertInto('registration')
      .values([
        { ...begun(), status: 'cancelled', hold_transaction_id: 'T' },
        {
          ...begun(),
          status: 'asked',
          asked: JSON.stringify({ kind: 'enrolment', body: { fullName: name, email, phone } }),
        },
      ])
      .execute()
    const words = `${name} ${phone}`
    await tx
      .updateTable('shop_order')
      .set({
        email,
        phone,
        requirements: words,
        recipient_name: name,
        recipient_phone: phone,
        address: words,
        area: words,
        landmark: words,
        card_message: words,
      })
      .where('id', '=', orderId)
      .execute()
    await tx
      .updateTable('shop_order_item')
      .set({ answer: name, product_id: productId })
      .where('order_id', '=', orderId)
      .execute()
    await tx
      .insertInto('order_attempt')
      .values({
        id: ids.id(),
        order_id: orderId,
        kind: 'neighbour',
        note: words,
        at: created_at,
        by_email: email,
      })
      .execute()
    const picture = {
      base: 'door',
      width: 1,
      height: 1,
      widths: '[]',
      color: '#fff',
      created_at,
      private_since: null,
    }
    const photograph = { ...picture, base: theirPhotograph, private_since: created_at }
    await tx.insertInto('picture').values([picture, photograph]).execute()
    const enquiry = await tx
      .selectFrom('enquiry')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('enquiry_picture')
      .values({ enquiry_id: enquiry.id, position: 0, picture_base: theirPhotograph })
      .execute()
    await tx
      .insertInto('order_photograph')
      .values({ order_id: orderId, kind: 'door', picture_base: 'door', at: created_at, by_email: email })
      .execute()
    await tx
      .insertInto('order_charge')
      .values({
        id: ids.id(),
        order_id: orderId,
        reference: ids.reference('MAL'),
        amount_in_paise: 8_000,
        status: 'open',
        by_email: email,
        created_at,
        ended_at: null,
      })
      .execute()
    await tx
      .insertInto('stock_wish')
      .values({ id: ids.id(), product_id: productId, email, created_at })
      .execute()
    const user = await tx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await tx
      .insertInto('saved_recipient')
      .values({
        id: ids.id(),
        user_id: user.id,
        label: words,
        name,
        phone,
        address: words,
        area: words,
        landmark: words,
        pincode: '600004',
        created_at,
      })
      .execute()
    await tx
      .insertInto('yearly_reminder')
      .values({ id: ids.id(), order_id: orderId, occasion_on: '2027-02-14', due_at: created_at, created_at })
      .execute()
    await tx
      .insertInto('journal_post')
      .values({
        id: ids.id(),
        slug: 'a-post',
        title: 'A post',
        excerpt: null,
        body: `We thank ${name}.`,
        cover_base: null,
        instructor_id: null,
        is_draft: 1,
        published_at: null,
        created_at,
        updated_at: created_at,
        deleted_at: null,
      })
      .execute()
    await tx.updateTable('registration').set({ staff_note: words }).where('email', '=', email).execute()
    await tx.updateTable('course').set({ instructor: name }).where('title', '!=', '').execute()
    await tx
      .insertInto('shop_order_change')
      .values({
        id: ids.id(),
        order_id: orderId,
        order_version: 2,
        from_status: 'pending',
        to_status: 'confirmed',
        by_email: email,
        at: created_at,
        effects_at: created_at,
        effects_done_at: null,
        undone_at: null,
      })
      .execute()
    await tx
      .insertInto('custom_request')
      .values({ ...person, product_id: null, comment: words, picture_base: null })
      .execute()
    await tx
      .insertInto('student')
      .values({ ...person, id: ids.id(), note: words })
      .execute()
    await tx
      .insertInto('instructor')
      .values({
        ...person,
        id: ids.id(),
        specialization: null,
        bio: words,
        highlights: '[]',
        experience_years: null,
        hourly_rate_in_paise: null,
        picture_base: null,
        is_active: 1,
      })
      .execute()
    const money = { provider: 'upi', note: words, happened_at: created_at, recorded_at: created_at }
    const paid = { id: ids.id(), kind: 'received' as const, amount_in_paise: 1_250_000 }
    await tx
      .insertInto('receipt')
      .values([
        { ...money, ...paid, receipt_id: null },
        { ...money, id: ids.id(), kind: 'refund', receipt_id: paid.id, amount_in_paise: -1_250_000 },
      ])
      .execute()
    await tx
      .insertInto('allocation')
      .values({
        id: paid.id,
        receipt_id: paid.id,
        subject: 'enrolment',
        subject_id: seat.id,
        purpose: 'waits',
        amount_in_paise: 1_250_000,
        at: created_at,
      })
      .execute()
    const line = {
      file_name: 'march.csv',
      booked_on: '2026-03-02',
      reference: null,
      amount_in_paise: 1_250_000,
      decided_by: email,
      decided_at: created_at,
      created_at,
    }
    await tx
      .insertInto('statement_line')
      .values([
        {
          ...line,
          id: paid.id,
          fingerprint: 'matched',
          description: `UPI/${words}`,
          note: words,
          status: 'matched',
        },
        {
          ...line,
          id: ids.id(),
          fingerprint: 'open',
          description: `UPI/${name}`,
          note: null,
          status: 'open',
        },
      ])
      .execute()
    await tx
      .insertInto('bank_match')
      .values({ line_id: paid.id, receipt_id: paid.id, matched_at: created_at })
      .execute()
    await tx
      .insertInto('student_feedback')
      .values({
        id: ids.id(),
        student_name: name,
        course_name: 'Garlands',
        feedback_text: 'Lovely',
        rating: 5,
        created_at,
        deleted_at: null,
      })
      .execute()
    await tx
      .insertInto('status_feedback')
      .values({
        id: ids.id(),
        title: `Call ${name}`,
        status: 'pending',
        description: 'About her order',
        priority: 'medium',
        assigned_to: 'Asha',
        created_by: 'Asha',
        created_at,
        deleted_at: null,
      })
      .execute()
    await tx
      .insertInto('bin_entry')
      .values({
        kind: 'enrolment',
        record_id: seat.id,
        title: name,
        data: JSON.stringify({ email }),
        deleted_at: created_at,
        deleted_by: email,
      })
      .execute()
    await app.deps.audit.record(
      tx,
      {
        by: { userId: 'hers', email },
        action: 'changed',
        kind: 'class',
        id: 'x',
        title: 'Garlands',
        after: { a: 1 },
      },
      { by: null, action: 'deleted', kind: 'enrolment', id: seat.id, title: name, before: { phone } },
    )
    await tx
      .insertInto('invitation')
      .values({
        id: ids.id(),
        token_hash: 'hash',
        email,
        role: 'manager',
        invited_by: null,
        expires_at: created_at,
        created_at,
      })
      .execute()
    await tx
      .insertInto('idempotency')
      .values({
        key: 'key',
        endpoint: 'POST /api/admin/students',
        body_hash: 'hash',
        status: 201,
        response: JSON.stringify({ data: { name, email } }),
        created_at,
      })
      .execute()
    await asCounts(tx, { at: created_at, day: clock.today() })
    await inTheAccount(tx, { userId: user.id, productId, words, at: created_at })
    const coupon = {
      id: ids.id(),
      code: `FOR${ids.id().slice(0, 6).toUpperCase()}`,
      kind: 'percent' as const,
      percent: 10,
      amount_in_paise: null,
      starts_on: null,
      ends_on: null,
      minimum_in_paise: null,
      most_in_paise: null,
      uses_max: null,
      uses_each_max: null,
      first_only: 0 as const,
      scope: 'store' as const,
      scope_items: '[]',
      is_active: 1 as const,
      series: null,
      note: words,
      created_at,
      deleted_at: null,
    }
    await tx.insertInto('coupon').values(coupon).execute()
    const { seal } = app.deps
    await tx
      .insertInto('coupon_use')
      .values({
        id: ids.id(),
        subject: 'order',
        subject_id: orderId,
        coupon_id: coupon.id,
        email_key: seal.fingerprint(`coupon email ${email}`),
        phone_key: seal.fingerprint(`coupon phone ${phone}`),
        discount_in_paise: 100,
        used_at: created_at,
      })
      .execute()
  })
}

/** Adds the rows that contain only counts and no name. */
async function asCounts(tx: Tx, { at, day }: { at: string; day: string }): Promise<void> {
  const leaveKnown = (insert: { onConflict(how: (c: any) => any): { execute(): Promise<unknown> } }) =>
    insert.onConflict((conflict) => conflict.doNothing()).execute()
  await leaveKnown(tx.insertInto('hold_person').values({ key: 'hash', day }))
  await leaveKnown(tx.insertInto('hold_quota').values({ network: 'hash', day, taken: 1 }))
  await leaveKnown(tx.insertInto('rate_count').values({ key: 'hash', taken: 1, ends_at: at }))
  await leaveKnown(tx.insertInto('picture_quota').values({ network: 'hash', day, taken: 1 }))
  await leaveKnown(tx.insertInto('cart_quota').values({ network: 'hash', day, taken: 1 }))
  await leaveKnown(tx.insertInto('letter_count').values({ mailbox: 'hash', day, letters: 1 }))
  await leaveKnown(tx.insertInto('letter_quota').values({ network: 'hash', day, letters: 1 }))
  await leaveKnown(
    tx.insertInto('sign_in_guess').values({ key: 'hash', fails: 1, allowed_at: at, last_at: at }),
  )
}

/** Adds the records that belong to an account. */
async function inTheAccount(
  tx: Tx,
  { userId, productId, words, at }: { userId: string; productId: string; words: string; at: string },
): Promise<void> {
  const of = (what: string) => `${what}-${userId}`
  const { id: courseId } = await tx.selectFrom('course').select('id').executeTakeFirstOrThrow()
  await tx.insertInto('favourite').values({ user_id: userId, course_id: courseId, created_at: at }).execute()
  await tx
    .insertInto('product_favourite')
    .values({ user_id: userId, product_id: productId, created_at: at })
    .execute()
  const cart = {
    id: of('cart'),
    token_hash: null,
    user_id: userId,
    network: 'hash',
    created_at: at,
    updated_at: at,
  }
  await tx.insertInto('cart').values(cart).execute()
  await tx
    .insertInto('cart_line')
    .values({
      id: of('line'),
      cart_id: cart.id,
      product_id: productId,
      size_id: null,
      answer: words,
      quantity: 1,
      price_seen_in_paise: 100,
      created_at: at,
    })
    .execute()
  await tx
    .insertInto('session')
    .values({
      id: of('session'),
      token: of('token'),
      userId,
      expiresAt: at,
      createdAt: at,
      updatedAt: at,
      userAgent: 'Firefox on Android',
    })
    .execute()
  await tx
    .insertInto('known_device')
    .values({
      id: of('device'),
      token_hash: of('device'),
      user_id: userId,
      name: words,
      last_used_at: at,
      created_at: at,
    })
    .execute()
  await tx
    .insertInto('two_factor')
    .values({ user_id: userId, secret: 'sealed', confirmed_at: at, last_step: 0, tries: 0, tries_since: at })
    .execute()
  await tx
    .insertInto('recovery_code')
    .values({ code_hash: of('code'), user_id: userId })
    .execute()
  await tx
    .insertInto('passkey')
    .values({
      id: of('passkey'),
      user_id: userId,
      slot: 1,
      credential_id: of('credential'),
      public_key: 'key',
      counter: 0,
      transports: '[]',
      name: words,
      is_backup_eligible: 0,
      is_backed_up: 0,
      last_used_at: null,
      created_at: at,
    })
    .execute()
  await tx
    .insertInto('passkey_challenge')
    .values({ challenge_hash: of('challenge'), purpose: 'register', user_id: userId, expires_at: at })
    .execute()
}
