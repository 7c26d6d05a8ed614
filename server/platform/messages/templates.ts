import * as z from 'zod/mini'
import { amountInWords, batchInWords, decimalRupees, instantInWords } from '../../../contract/words.ts'
import { UnsendableMessage } from '../mail.ts'
import { type Letter, type RenderedMessage, render, type Sender } from './letter.ts'

interface Kind {
  /** It opens an account: the outbox keeps it sealed. */
  isConfidential?: boolean
  /** It goes to the school itself, whose address nobody but staff chooses. */
  isForSchool?: boolean
  /** What it carries is worth nothing later than this after it was promised. */
  goodForMs?: number
}

/** What the outbox row of a template carries, and the words made of it. */
interface Template<S extends z.ZodMiniObject> extends Kind {
  data: S
  write(data: z.output<S>, sender: Sender): Letter
}

function template<S extends z.ZodMiniObject>(
  data: S,
  write: (data: z.output<S>, sender: Sender) => Letter,
  kind: Kind = {},
): Template<S> {
  return { data, write, ...kind }
}

const typedFields = new WeakSet<z.core.$ZodType>()

/**
 * What somebody typed, a name included. It is null in a letter to an address that nobody has proved: whoever typed it
 * chose the address too, and the school's mail server is not to carry anybody's words to anybody (decision 0144).
 */
function typed<S extends z.ZodMiniType>(field: S) {
  const schema = z.nullable(field)
  typedFields.add(schema)
  return schema
}
const typedName = typed(z.string())

const batch = z.object({ day: z.nullable(z.string()), time: z.nullable(z.string()) })

/** A seat in a batch, whichever endpoint took it. */
const seat = z.object({
  name: typedName,
  courseTitle: z.string(),
  batch,
  reference: z.string(),
  amountInPaise: z.number(),
})
export type SeatFacts = z.output<typeof seat>

const heldSeat = z.object({ ...seat.shape, holdUntil: z.string() })

/** Why somebody is sent a code, and what it says around it. */
const codeWords = {
  'sign-up': ['is your code to sign up', 'Enter this code on the page where you signed up:'],
  'reset-password': [
    'is your code for a new password',
    'Enter this code on the page where you asked for a new password:',
  ],
  'verify-email': ['is your code to verify this address', 'Enter this code on your profile page:'],
  'change-email': [
    'is your code for the new address',
    'Enter this code on your profile page, and this address becomes the one of your account:',
  ],
} as const
/** Somebody on the waiting list of a batch. */
const waiting = z.object({ name: typedName, courseTitle: z.string(), batch, entryId: z.string() })

/** One link a person, whatever their place has come to: it shows the place, the offer, and the way off the list. */
function waitingListUrl({ entryId }: { entryId: string }, sender: Sender): string {
  return `${sender.siteUrl}/waiting-list/${sender.sign('waiting-list', entryId)}`
}

/** What to do about something in one's account that one has not done. */
const ifNotYou = (sender: Sender) =>
  `If that was not you, choose a new password at once at ${sender.siteUrl}/forgot-password and call us at ${sender.phone}.`

const securityWords = {
  'two-factor-on': 'Two-factor sign-in was switched on',
  'two-factor-off': 'Two-factor sign-in was switched off',
  'two-factor-reset': 'Your two-factor sign-in was switched off by the owner',
  'recovery-code-used': 'A recovery code was used to sign in',
  'way-in-anew': 'The way into your account was made anew on the school’s server',
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey was removed from your account',
  'passkey-copied': 'A passkey that seems to have been copied was refused',
} as const

export const templates = {
  'enrolment-received': template(
    z.object({ ...heldSeat.shape, enrolmentId: z.string() }),
    (data, sender) => ({
      subject: `Your seat in ${data.courseTitle} is held`,
      to: data.name,
      paragraphs: [
        `Thank you for enrolling in ${data.courseTitle}. We hold your seat until ${instantInWords(data.holdUntil)}; it is yours once your payment has arrived.`,
      ],
      facts: seatFacts(data),
      link: {
        label: `Pay ${amountInWords(data.amountInPaise)}`,
        url: `${sender.siteUrl}/payment?enrollment=${encodeURIComponent(data.enrolmentId)}&amount=${decimalRupees(data.amountInPaise)}`,
      },
      closing: `If you have any question, call us at ${sender.phone} and mention ${data.reference}.`,
    }),
  ),
  'enrolment-confirmed': template(seat, (data, sender) => ({
    subject: `Your seat in ${data.courseTitle} is confirmed`,
    to: data.name,
    paragraphs: [
      data.amountInPaise === 0
        ? `Your seat in ${data.courseTitle} is confirmed. There is nothing to pay.`
        : `Your payment has arrived and your seat in ${data.courseTitle} is confirmed.`,
      data.batch.day === null
        ? 'We will write to you as soon as the date of the batch is fixed.'
        : 'We look forward to seeing you.',
    ],
    facts: seatFacts(data),
    closing: `If you cannot come, please call us at ${sender.phone}.`,
  })),
  'booking-received': template(heldSeat, (data, sender) => ({
    subject: `Your booking for ${data.courseTitle} has arrived`,
    to: data.name,
    paragraphs: [
      `Thank you for booking ${data.courseTitle}. We hold your seat until ${instantInWords(data.holdUntil)}. You will hear from us as soon as your payment is confirmed.`,
    ],
    facts: seatFacts(data),
    closing: `If you have any question, call us at ${sender.phone} and mention ${data.reference}.`,
  })),
  'booking-confirmed': template(seat, (data, sender) => ({
    subject: `Your booking for ${data.courseTitle} is confirmed`,
    to: data.name,
    paragraphs: [`Your booking for ${data.courseTitle} is confirmed. We look forward to seeing you.`],
    facts: seatFacts(data),
    closing: `If you cannot come, please call us at ${sender.phone}.`,
  })),
  'hold-expired': template(z.object({ ...seat.shape, isChecking: z.boolean() }), (data, sender) => ({
    subject: `We could not hold your seat in ${data.courseTitle} any longer`,
    to: data.name,
    paragraphs: [
      data.isChecking
        ? `You told us that you have paid for ${data.courseTitle}, and we have not found the payment yet, so the hold on your seat has ended. Your money is not lost: once we find it, we give you a seat where there is one left, or call you.`
        : `Your payment for ${data.courseTitle} has not reached us, so the hold on your seat has ended and somebody else may take it. If you have paid, please call us at ${sender.phone}.`,
    ],
    facts: seatFacts(data),
    link: { label: 'See our courses', url: `${sender.siteUrl}/classes` },
  })),
  'seat-moved': template(z.object({ ...seat.shape, from: batch }), (data, sender) => ({
    subject: `Your seat in ${data.courseTitle} is now in another batch`,
    to: data.name,
    paragraphs: [
      `We have moved your seat in ${data.courseTitle} to another batch. You do not need to do anything: what you paid goes with it.`,
    ],
    facts: [
      ['Was', batchInWords(data.from)],
      ['Is now', batchInWords(data.batch)],
      ['Reference', data.reference],
    ],
    closing: `If the new date does not suit you, please call us at ${sender.phone}.`,
  })),
  'seat-cancelled': template(z.object({ ...seat.shape, isPaid: z.boolean() }), (data, sender) => ({
    subject: `Your seat in ${data.courseTitle} is cancelled`,
    to: data.name,
    paragraphs: [
      `Your seat in ${data.courseTitle} is cancelled.`,
      data.isPaid
        ? 'We have your payment, and call you about your money or another batch.'
        : 'There is nothing to pay.',
    ],
    facts: seatFacts(data),
    link: { label: 'See our courses', url: `${sender.siteUrl}/classes` },
    closing: `If that was not your wish, please call us at ${sender.phone}.`,
  })),
  'batch-moved': template(
    z.object({ name: typedName, courseTitle: z.string(), from: batch, to: batch }),
    (data, sender) => ({
      subject: `${data.courseTitle} has a new date`,
      to: data.name,
      paragraphs: [
        `The batch of ${data.courseTitle} in which you have a seat has moved. You do not need to do anything: your seat moves with it.`,
      ],
      facts: [
        ['Was', batchInWords(data.from)],
        ['Is now', batchInWords(data.to)],
      ],
      closing: `If the new date does not suit you, please call us at ${sender.phone}.`,
    }),
  ),
  'waiting-list-joined': template(z.object({ ...waiting.shape, position: z.number() }), (data, sender) => ({
    subject: `You are on the waiting list for ${data.courseTitle}`,
    to: data.name,
    paragraphs: [
      `The next batch of ${data.courseTitle} is full. You are number ${data.position} on its waiting list. When a seat opens and it is your turn, we write to you and keep the seat for you alone.`,
    ],
    facts: [['Batch', batchInWords(data.batch)]],
    link: { label: 'See your place, or leave the list', url: waitingListUrl(data, sender) },
    closing: `If you have any question, call us at ${sender.phone}.`,
  })),
  'waiting-list-offer': template(
    z.object({ ...waiting.shape, amountInPaise: z.number(), offerUntil: z.string() }),
    (data, sender) => ({
      subject: `A seat in ${data.courseTitle} is free for you`,
      to: data.name,
      paragraphs: [
        `Good news: a seat in ${data.courseTitle} has opened, and it is your turn. We keep it for you alone until ${instantInWords(data.offerUntil)}. After that it goes to the next person on the list.`,
      ],
      facts: [
        ['Course', data.courseTitle],
        ['Batch', batchInWords(data.batch)],
        ['Amount', amountInWords(data.amountInPaise)],
      ],
      link: { label: 'Take the seat, or let it go', url: waitingListUrl(data, sender) },
      closing: `If you have any question, call us at ${sender.phone}.`,
    }),
  ),
  'waiting-list-lapsed': template(waiting, (data, sender) => ({
    subject: `The seat in ${data.courseTitle} has gone to the next person`,
    to: data.name,
    paragraphs: [
      `We kept a seat in ${data.courseTitle} for you and did not hear from you in time, so it has gone to the next person on the list. You can join the list again whenever you like.`,
    ],
    facts: [['Batch', batchInWords(data.batch)]],
    link: { label: 'See our courses', url: `${sender.siteUrl}/classes` },
    closing: `If that was not your wish, please call us at ${sender.phone}.`,
  })),
  'newsletter-welcome': template(z.object({ subscriberId: z.string() }), (data, sender) => ({
    subject: `Welcome to the newsletter of ${sender.schoolName}`,
    paragraphs: [
      'Thank you for subscribing. We write when new courses open, and not more often than that.',
      `If this was not you, or you would like to stop, unsubscribe by the link below or call us at ${sender.phone}.`,
    ],
    link: { label: 'See our courses', url: `${sender.siteUrl}/classes` },
    unsubscribeUrl: `${sender.siteUrl}/unsubscribe/${sender.sign('newsletter', data.subscriberId)}`,
  })),
  'contact-received': template(z.object({ name: typedName }), (data, sender) => ({
    subject: `${sender.schoolName} has your details`,
    to: data.name,
    paragraphs: [
      'Thank you for your interest. We will keep you posted about courses and events.',
      `If you would rather talk, call us at ${sender.phone}.`,
    ],
    link: { label: 'See our courses', url: `${sender.siteUrl}/classes` },
  })),
  'enquiry-received': template(z.object({ name: typedName, kind: z.string() }), (data, sender) => ({
    subject: `${sender.schoolName} has your enquiry`,
    to: data.name,
    paragraphs: [
      'Thank you for writing to us. Your enquiry is on our desk, and somebody will call or write to you within a day.',
    ],
    facts: [['Enquiry', data.kind]],
    closing: `If it is urgent, please call us at ${sender.phone}.`,
  })),
  'custom-request-received': template(
    z.object({ name: typedName, comment: typed(z.string()) }),
    (data, sender) => ({
      subject: `${sender.schoolName} has your wish`,
      to: data.name,
      paragraphs: [
        'Thank you for asking us for a bouquet of your own. We read your wish, and answer within a day with an idea and a price.',
      ],
      facts: data.comment === null ? [] : [['Your wish', data.comment]],
      closing: `If you need the flowers today or tomorrow, please call us at ${sender.phone}.`,
    }),
  ),
  'one-time-code': template(
    z.object({
      purpose: z.enum(['sign-up', 'reset-password', 'verify-email', 'change-email']),
      name: typedName,
      /** Null where the link alone goes. */
      code: z.nullable(z.string()),
      /** The ticket with which a new password is set. */
      link: z.optional(z.nullable(z.string())),
    }),
    ({ purpose, name, code, link }, sender) => ({
      subject: code === null ? 'Your link for a new password' : `${code} ${codeWords[purpose][0]}`,
      to: name,
      paragraphs: [
        code === null ? 'Choose a new password by the link below.' : codeWords[purpose][1],
        ...(code !== null && link ? ['If that page does not take it, use the link below.'] : []),
      ],
      facts: code === null ? [] : [['Code', code]],
      // Behind the hash: browsers send it to no server, so it stands in no log.
      ...(link
        ? { link: { label: 'Choose a new password', url: `${sender.siteUrl}/forgot-password#${link}` } }
        : {}),
      closing: `It works once, for ten minutes. If you did not ask for it, you need not do anything: without the ${code === null ? 'link' : 'code'} nothing changes. Nobody from ${sender.schoolName} will ever ask you for it.`,
    }),
    { isConfidential: true, goodForMs: 10 * 60_000 },
  ),
  'account-exists': template(z.object({ name: typedName }), (data, sender) => ({
    subject: `You already have an account with ${sender.schoolName}`,
    to: data.name,
    paragraphs: [
      'Somebody, most likely you, has just signed up with this address. It already has an account, so nothing was changed.',
      `If the password is lost, choose Forgot your password? at ${sender.siteUrl}/signin.`,
    ],
    link: { label: 'Sign in', url: `${sender.siteUrl}/signin` },
    closing: 'If this was not you, you need not do anything.',
  })),
  'address-taken': template(z.object({ name: typedName }), (data, sender) => ({
    subject: `Your address was named for another account`,
    to: data.name,
    paragraphs: [
      `Somebody, perhaps you, has just asked ${sender.schoolName} to use this address for another account. It already has one, so nothing was changed.`,
    ],
    link: { label: 'Sign in with this address', url: `${sender.siteUrl}/signin` },
    closing: 'If this was not you, you need not do anything.',
  })),
  'no-account': template(z.object({}), (_, sender) => ({
    subject: `There is no account with this address`,
    paragraphs: [
      `Somebody, most likely you, has just asked ${sender.schoolName} for a new password for this address. There is no account with it: perhaps you used another address, or have not signed up yet.`,
    ],
    link: { label: 'Sign up', url: `${sender.siteUrl}/signup` },
    closing: 'If this was not you, you need not do anything.',
  })),
  'password-changed': template(z.object({ name: typedName, at: z.string() }), (data, sender) => ({
    subject: 'Your password was changed',
    to: data.name,
    paragraphs: [
      `The password of your account was changed on ${instantInWords(data.at)}, and every other device was signed out.`,
      `If that was not you, choose a new one at once at ${sender.siteUrl}/forgot-password and call us at ${sender.phone}.`,
    ],
  })),
  'email-changed': template(z.object({ name: typedName, at: z.string() }), (data, sender) => ({
    subject: 'The e-mail address of your account was changed',
    to: data.name,
    paragraphs: [
      `Your account has had another e-mail address since ${instantInWords(data.at)}. We write there from now on, and every other device was signed out.`,
      `If that was not you, call us at once at ${sender.phone}.`,
    ],
  })),
  'order-status': template(
    z.object({
      name: typedName,
      number: z.string(),
      notice: z.enum([
        'confirmed',
        'processing',
        'shipped',
        'delivered',
        'completed',
        'cancelled',
        /** A cancelled order was taken up again. */
        'reopened',
      ]),
      items: z.array(z.object({ name: z.string(), quantity: z.number() })),
      totalInPaise: z.number(),
      isPaid: z.boolean(),
    }),
    (data, sender) => ({
      ...orderWords(data),
      to: data.name,
      facts: [
        ['Order', data.number],
        ...data.items.map(({ name, quantity }): [string, string] => ['Item', `${quantity} × ${name}`]),
        ['Total', amountInWords(data.totalInPaise)],
      ],
      closing: `If you have any question, call us at ${sender.phone} and mention ${data.number}.`,
    }),
  ),
  invitation: template(
    z.object({ role: z.enum(['owner', 'staff']), token: z.string(), expiresAt: z.string() }),
    ({ role, token, expiresAt }, sender) => ({
      subject: `You are invited to the back office of ${sender.schoolName}`,
      paragraphs: [
        `${sender.schoolName} has made a place for you in its back office, as ${role === 'owner' ? 'an owner' : 'staff'}. Choose your name and a password, and you can begin.`,
      ],
      // Behind the hash: browsers send it to no server, so it stands in no log.
      link: { label: 'Accept the invitation', url: `${sender.siteUrl}/invitation#${token}` },
      closing: `The link works once, until ${instantInWords(expiresAt)}. If you did not expect it, you need not do anything.`,
    }),
    { isConfidential: true },
  ),
  'security-changed': template(
    z.object({
      name: typedName,
      what: z.enum(Object.keys(securityWords) as (keyof typeof securityWords)[]),
      at: z.string(),
    }),
    ({ name, what, at }, sender) => ({
      subject: securityWords[what],
      to: name,
      paragraphs: [
        `${securityWords[what]}, on ${instantInWords(at)}.`,
        // A new password ends sessions, and leaves passkeys.
        ...(what === 'passkey-added' || what === 'passkey-copied'
          ? [`You see your passkeys, and remove them, at ${sender.siteUrl}/admin#security.`]
          : []),
        ifNotYou(sender),
      ],
    }),
  ),
  'new-device': template(
    z.object({ name: typedName, device: z.nullable(z.string()), at: z.string() }),
    ({ name, device, at }, sender) => ({
      subject: 'Your account was opened on a new device',
      to: name,
      paragraphs: [
        `Somebody, most likely you, has signed in to the back office of ${sender.schoolName} on a device that your account did not know.`,
        ifNotYou(sender),
      ],
      facts: [
        ['When', instantInWords(at)],
        ['Device', device ?? 'It did not say what it is'],
      ],
      closing: 'If it was you, you need not do anything: the device is known from now on.',
    }),
  ),
  'wrong-sign-ins': template(
    z.object({ name: typedName, count: z.number(), isPasswordRight: z.boolean(), at: z.string() }),
    ({ name, count, isPasswordRight, at }, sender) => ({
      subject: isPasswordRight
        ? 'Somebody knows your password and guesses your code'
        : 'Somebody tries to guess your password',
      to: name,
      paragraphs: isPasswordRight
        ? [
            `Your password was right, and the code of the second step was wrong, ${count} times in a row, the last time on ${instantInWords(at)}.`,
            ifNotYou(sender),
          ]
        : [
            `A wrong password was given for your account ${count} times in a row, the last time on ${instantInWords(at)}.`,
            'Whoever goes on has to wait longer after each. A device on which you have signed in before opens your account as always; on another one choose “Forgot your password?”.',
          ],
      closing: 'If it was you, you need not do anything. We write about this once a day at most.',
    }),
  ),
  /** A note to the school itself. */
  'school-notice': template(
    z.object({ title: z.string(), facts: typed(z.array(z.tuple([z.string(), z.string()]))) }),
    (data, sender) => ({
      subject: data.title,
      paragraphs: [data.title],
      facts: data.facts ?? [],
      link: { label: 'Open the back office', url: `${sender.siteUrl}/admin` },
      isTextOnly: true,
    }),
    { isForSchool: true },
  ),
} as const

export type TemplateName = keyof typeof templates
function kindOf(name: string): Kind {
  return Object.hasOwn(templates, name) ? templates[name as TemplateName] : {}
}

/** True where the data of this template must not stand open in the database. */
export const isConfidential = (name: string): boolean => kindOf(name).isConfidential === true
/** True where this template is for the school itself alone. */
export const isForSchool = (name: string): boolean => kindOf(name).isForSchool === true
/** How long what this template carries is worth something; for ever unless it says so. */
export const goodForMs = (name: string): number => kindOf(name).goodForMs ?? Number.POSITIVE_INFINITY

export type TemplateData<N extends TemplateName> = z.input<(typeof templates)[N]['data']>

/**
 * The words of an outbox row; without what people typed unless `hasTypedWords`.
 * @throws when there is no such template, or the row lacks what the template needs: such a row can never be sent
 */
export function renderMessage(
  name: string,
  data: unknown,
  sender: Sender,
  { hasTypedWords }: { hasTypedWords: boolean },
): RenderedMessage {
  if (!Object.hasOwn(templates, name)) throw new UnsendableMessage(`there is no template ${name}`)
  const { data: schema, write } = templates[name as TemplateName] as Template<z.ZodMiniObject>
  const parsed = schema.safeParse(data)
  if (!parsed.success) throw new UnsendableMessage(`the data does not fit the template ${name}`)
  return render(write(hasTypedWords ? parsed.data : withoutTyped(schema, parsed.data), sender), sender)
}

function withoutTyped(schema: z.ZodMiniObject, data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const field = schema.shape[name]
      return [name, field !== undefined && typedFields.has(field) ? null : value]
    }),
  )
}

function orderWords({
  notice,
  number,
  isPaid,
}: {
  notice: string
  number: string
  isPaid: boolean
}): Pick<Letter, 'subject' | 'paragraphs'> {
  switch (notice) {
    case 'confirmed':
      return {
        subject: `Your order ${number} is confirmed`,
        paragraphs: ['Thank you for your order. We have confirmed it and will choose your flowers fresh.'],
      }
    case 'processing':
      return {
        subject: `We are arranging your order ${number}`,
        paragraphs: ['Your flowers are on our table: we are arranging your order now.'],
      }
    case 'shipped':
      return {
        subject: `Your order ${number} is on its way`,
        paragraphs: ['Your order has left our shop and is on its way to you.'],
      }
    case 'delivered':
    case 'completed':
      return {
        subject: `Your order ${number} was delivered`,
        paragraphs: ['Your order was delivered. We hope that it brings you joy. Thank you for choosing us.'],
      }
    case 'reopened':
      return {
        subject: `We have taken up your order ${number} again`,
        paragraphs: [
          'Your order was cancelled, and we have taken it up again. You do not need to do anything.',
        ],
      }
    default:
      return {
        subject: `Your order ${number} is cancelled`,
        paragraphs: [
          'We have cancelled your order.',
          isPaid
            ? 'You have paid for it: we will call you about your money.'
            : 'There is nothing for you to pay.',
        ],
      }
  }
}

function seatFacts(data: SeatFacts): [string, string][] {
  return [
    ['Course', data.courseTitle],
    ['Batch', batchInWords(data.batch)],
    ['Amount', amountInWords(data.amountInPaise)],
    ['Reference', data.reference],
  ]
}
