import { expect, test } from 'vitest'
import { lastConfirmed, signedIn } from '../../../tests/harness/callers.ts'
import { lettersTo, newestLetterTo } from '../../../tests/harness/letters.ts'
import { callers, onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { addCourse, enrol } from '../../../tests/harness/seats.ts'
import { confirmedForMs } from '../../platform/staff-rights.ts'
import { proveSeats } from '../registrations/proofs/proofs.service.ts'

const path = '/api/admin/school-settings'

const geoSentence = 'Enter a latitude and a longitude, such as “13.0337, 80.2690”, or leave this blank'

onEachEngine(
  'school settings',
  { env: { SCHOOL_NAME: 'Poonga', HOLD_HOURS: '36', OFFER_HOURS: '12' } },
  (app) => {
    const { owner, staff } = callers(app, 'owner', 'staff')

    const read = async (who = owner) => (await app.http('GET', path, { token: who.token })).body.data
    const put = (body: object, who = owner) => app.http('PUT', path, { token: who.token, body })
    const entries = () =>
      app.db.read.selectFrom('audit_entry').selectAll().where('kind', '=', 'school-setting').execute()

    test('visitors can neither read nor change the school’s settings', async () => {
      const user = await signedIn(app, 'user')
      for (const method of ['GET', 'PUT']) {
        const body = method === 'PUT' ? { name: 'Taken over' } : undefined
        expect((await app.http(method, path, { body })).status).toBe(401)
        expect((await app.http(method, path, { body, token: user.token })).status).toBe(403)
      }
      expect((await read()).settings.name).toBe('Poonga')
    })

    test.each([
      [{ name: '  ' }, 'name', 'Enter the school’s name'],
      [{ name: 'x'.repeat(81) }, 'name', 'Use at most 80 characters'],
      [{ address: [] }, 'address', 'Enter the address'],
      [{ address: ['1', '2', '3', '4', '5', '6', '7'] }, 'address', 'Use at most 6 lines for the address'],
      [{ phone: 'call us' }, 'phone', 'Enter a phone number such as +91 44 5550 0142'],
      [{ whatsapp: '12345' }, 'whatsapp', 'Enter a phone number such as +91 44 5550 0142'],
      [{ email: 'malar' }, 'email', 'Please enter a valid email address'],
      [{ senderName: 'x'.repeat(81) }, 'senderName', 'Use at most 80 characters'],
      [
        { senderName: 'Malar\r\nBcc: thief@mail.example' },
        'senderName',
        'Write this on one line, without hidden characters',
      ],
      [{ signature: 'x'.repeat(301) }, 'signature', 'Use at most 300 characters'],
      [{ signature: '1\n2\n3\n4\n5\n6\n7' }, 'signature', 'Use at most 6 lines for the signature'],
      [
        { instagram: 'javascript:alert(1)' },
        'instagram',
        'Enter an address that begins with https://, or leave this blank',
      ],
      [{ youtube: '@malar' }, 'youtube', 'Enter an address that begins with https://, or leave this blank'],
      [
        { shopUrl: '//elsewhere.example' },
        'shopUrl',
        'Enter an https:// address, or a path on this site such as /shop',
      ],
      [{ geo: 'Mylapore' }, 'geo', geoSentence],
      [{ geo: '91, 80.2690' }, 'geo', geoSentence],
      [{ geo: '13.0337, 181' }, 'geo', geoSentence],
      [{ upiId: 'nobody' }, 'upiId', 'Enter a UPI ID such as name@bank'],
      [{ popupDays: -1 }, 'popupDays', 'Enter a whole number from 0 to 999'],
      [{ holdHours: 0 }, 'holdHours', 'Enter a whole number from 1 to 720'],
      [{ deliveryDaysAhead: 366 }, 'deliveryDaysAhead', 'Enter a whole number from 1 to 365'],
      [{ makingHours: 49 }, 'makingHours', 'Enter a whole number from 0 to 48'],
      [{ offerHours: 1.5 }, 'offerHours', 'Enter a whole number from 1 to 720'],
    ])(
      'school settings with %j are refused with the sentence for that field, and the audit log has no entry',
      async (body, field, sentence) => {
        const before = [await read(), await entries()]
        const answer = await put(body)
        expect(answer.status).toBe(400)
        expect(answer.body.fields).toEqual({ [field]: sentence })
        expect([await read(), await entries()]).toEqual(before)
      },
    )

    test('e-mails have the stored sender and signature, or else the school’s name and no signature', async () => {
      const { school } = app.app.services
      const { name } = (await read()).settings
      expect(await school.sender()).toMatchObject({ senderName: name, signature: '' })
      const own = { senderName: 'Meena of Poonga', signature: 'Warm regards,\nMeena' }
      expect((await put(own, staff)).status).toBe(200)
      expect(await school.sender()).toMatchObject({ ...own, schoolName: name })
      await put({ senderName: '', signature: '' })
      expect(await school.sender()).toMatchObject({ senderName: name, signature: '' })
    })

    test('staff cannot change the address to which the school’s messages are sent', async () => {
      const refused = await put({ tagline: 'Ours', email: 'elsewhere@mail.example' }, staff)
      expect([refused.status, refused.body.fields]).toEqual([
        403,
        { email: 'Only an owner can change the address that receives the school’s e-mails.' },
      ])
    })

    test('a new e-mail address needs the password again, and the owners and the old mailbox are told', async () => {
      const other = await signedIn(app, 'owner')
      const first = await put({ email: 'hello@poonga.example' })
      expect(first.status).toBe(200)
      await lastConfirmed(app, owner, confirmedForMs)
      const late = await put({ email: 'thief@mail.example' })
      expect([late.status, late.body.code]).toEqual([403, 'confirmation_needed'])
      expect((await read()).settings.email).toBe('hello@poonga.example')
      // The form sends the address with every change. An unchanged address does not ask for the password.
      expect((await put({ email: 'hello@poonga.example', tagline: 'Late' })).status).toBe(200)
      expect(await lettersTo(app, 'hello@poonga.example')).toEqual([])
      await lastConfirmed(app, owner, 0)
      expect((await put({ email: 'post@poonga.example' })).status).toBe(200)
      for (const to of [owner.email, other.email, 'hello@poonga.example'])
        expect((await lettersTo(app, to)).map(({ data }) => [data['what'], data['about']])).toContainEqual([
          'school-address',
          'post@poonga.example',
        ])
    })

    test('staff can change what visitors read, and cannot change where money is sent', async () => {
      expect(await read(staff)).toMatchObject({ mayEditMoney: false })
      const before = await read()
      const logged = await entries()
      const refused = await put({ city: 'Madurai', upiId: 'elsewhere@bank' }, staff)
      expect(refused.status).toBe(403)
      expect(refused.body.fields).toEqual({
        upiId: 'Only an owner can change the school’s payment details.',
      })
      expect([await read(), await entries()]).toEqual([before, logged])
      // The form sends all settings. Settings with equal values do not count as changed.
      const { status, body } = await put({ ...before.settings, city: 'Madurai' }, staff)
      expect(status).toBe(200)
      expect(body.data.settings.city).toBe('Madurai')
    })

    test.each([
      'https://evil.example/forgot-password',
      'http://evil.example',
      'https://localhost:3000.evil.example/signup',
      'https://localhost:3000@evil.example/signup',
    ])('staff cannot set %s as the page to sign up or to get a new password', async (address) => {
      const sentence =
        'Only an owner can enter an address on another site. Enter a path on this site, such as /signup.'
      const before = await read()
      const refused = await put({ city: 'Salem', forgotPasswordUrl: address, signUpUrl: address }, staff)
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([403, 'forbidden', sentence])
      expect(refused.body.fields).toEqual({ forgotPasswordUrl: sentence, signUpUrl: sentence })
      expect(await read()).toEqual(before)
      // Each field that staff may not change has its own sentence.
      const both = await put({ forgotPasswordUrl: 'https://evil.example', upiId: 'elsewhere@bank' }, staff)
      expect(both.body.fields).toEqual({
        forgotPasswordUrl: sentence,
        upiId: 'Only an owner can change the school’s payment details.',
      })
    })

    test('staff can set the sign-up link only to a page of this site, or leave the other site that the owner set', async () => {
      const { forgotPasswordUrl, signUpUrl } = (await read()).settings
      for (const address of ['/help/password', 'http://localhost:3000/forgot-password']) {
        expect((await put({ forgotPasswordUrl: address }, staff)).status).toBe(200)
      }
      expect((await put({ signUpUrl: 'https://accounts.example/new' })).status).toBe(200)
      const { settings } = await read(staff)
      expect((await put({ ...settings, tagline: 'Ours' }, staff)).status).toBe(200)
      expect((await put({ signUpUrl: 'https://accounts.example/other' }, staff)).status).toBe(403)
      expect((await put({ forgotPasswordUrl, signUpUrl }, staff)).status).toBe(200)
      expect(await read(staff)).toMatchObject({
        mayLeaveSite: false,
        settings: { forgotPasswordUrl, signUpUrl },
      })
      expect(await read()).toMatchObject({ mayLeaveSite: true })
    })

    test('payment at the school can be allowed only by an owner, and every owner gets an e-mail', async () => {
      const refused = await put({ paysAtSchool: true }, staff)
      expect(refused.status).toBe(403)
      expect(refused.body.fields).toEqual({
        paysAtSchool: 'Only an owner can change the school’s payment details.',
      })
      expect((await put({ paysAtSchool: 'yes' })).body.fields).toEqual({ paysAtSchool: 'Choose yes or no' })
      for (const [paysAtSchool, told] of [
        [true, 'Pay at the school: on'],
        [false, 'Pay at the school: off'],
      ] as const) {
        app.deps.clock.advance(1000)
        expect((await put({ paysAtSchool })).status).toBe(200)
        expect((await read()).settings.paysAtSchool).toBe(paysAtSchool)
        expect((await newestLetterTo(app, owner.email)).text).toContain(told)
      }
    })

    test('the rule for cancelling is told to every owner in the words in which visitors read it', async () => {
      for (const [rule, told] of [
        [{ canCancelSeats: true, cancelHours: 72 }, 'Can cancel until: 3 days before the batch begins'],
        [{ cancelHours: 36 }, 'Can cancel until: 36 hours before the batch begins'],
        [{ cancelHours: 0, cancelShare: 80 }, 'Can cancel until: the batch begins, Percent refunded: 80'],
      ] as const) {
        app.deps.clock.advance(1000)
        expect((await put(rule)).status).toBe(200)
        expect((await newestLetterTo(app, owner.email)).text).toContain(told)
      }
    })

    test('a change of the settings is shown on the site immediately, and recorded in the audit log', async () => {
      // The clock moves on, so that the entry of this change is the newest in the log.
      app.deps.clock.advance(1000)
      const { version } = await read()
      const { status, body } = await put({
        phone: '+91 44 5550 0199',
        address: ['1 Beach Road', 'Puducherry 605001'],
        facebook: '',
        upiId: 'poonga@bank',
        popupDays: 7,
        version,
      })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ version: version + 1, mayEditMoney: true })
      expect((await app.http('GET', '/api/school')).body).toMatchObject({
        phone: '+91 44 5550 0199',
        address: ['1 Beach Road', 'Puducherry 605001'],
        facebook: '',
        upi: { id: 'poonga@bank', name: 'Poonga' },
        popupDays: 7,
      })
      const { body: log } = await app.http('GET', '/api/admin/audit?kind=school-setting', {
        token: owner.token,
      })
      expect(log.data[0]).toMatchObject({ action: 'changed', who: { email: owner.email } })
      expect(log.data[0].changes).toContainEqual({
        field: 'address',
        from: '14 Malligai Street, Mylapore, Chennai 600 004',
        to: '1 Beach Road, Puducherry 605001',
      })
      expect(log.data[0].changes.map(({ field }: { field: string }) => field)).toHaveLength(5)
    })

    test('saving unchanged settings makes no new version', async () => {
      const before = await read()
      expect((await put({ city: before.settings.city })).body.data).toEqual(before)
      expect(await read()).toEqual(before)
    })

    test('a change of the settings with a stale version is refused, and one of eight changes at once is stored', async () => {
      const { version } = await read()
      await put({ tagline: 'Flowers by the sea', version })
      const stale = await put({ tagline: 'Mine', version })
      expect(stale.status).toBe(409)
      expect(stale.body.code).toBe('conflict')
      expect((await read()).settings.tagline).toBe('Flowers by the sea')

      const now = await read()
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => put({ tagline: `At once ${n}`, version: now.version })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
      expect((await read()).version).toBe(now.version + 1)
    })

    test('new seats are held as long as the settings say', async () => {
      const { id } = await addCourse(app)
      const heldFor = async (phone: string) => {
        const seat = await enrol(app, id, { email: `${phone}@mail.example`, phone })
        const { registrationDeps, school } = app.app.services
        const terms = await school.current()
        await app.db.transaction((tx) => proveSeats(registrationDeps, tx, seat.id, terms))
        const { body } = await app.http('GET', `/api/enrollments/${seat.id}`)
        return (Date.parse(body.holdUntil) - Date.parse(app.deps.clock.now())) / 3_600_000
      }
      expect(await read()).toMatchObject({ settings: { holdHours: 36, offerHours: 12 } })
      expect(await heldFor('9840012301')).toBe(36)
      await put({ holdHours: 5 })
      expect(await heldFor('9840012302')).toBe(5)
    })
  },
)
