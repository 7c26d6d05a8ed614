import { acceptedPath } from '../../../contract/addresses.ts'
import { beginningOf } from '../../../contract/graphemes.ts'
import { telLink } from '../../../contract/phones.ts'
import { proofFragment } from '../../../contract/registrations/link-fragments.ts'
import type { SignedLinks } from '../signed-links.ts'
import * as text from './letter.en.ts'
import { logoId, type OwnLogo, shownSize } from './letter-logo.ts'

export interface Link {
  label: string
  url: string
}

export interface Letter {
  subject: string
  /** The name in the greeting; null if the name is unknown, or may not be mentioned. */
  to?: string | null
  paragraphs: string[]
  words?: string
  /** Some mail programs show no pictures, so the plain text contains the picture's address. */
  picture?: { url: string; alt: string }
  facts?: [label: string, value: string][]
  link?: Link
  links?: readonly Link[]
  closing?: string
  calendar?: readonly CalendarChange[]
  replyTo?: string | null | undefined
  unsubscribeUrl?: string
}

export interface CalendarChange {
  batchId: string
  change: 'add' | 'update' | 'split' | 'remove'
}

export interface Sender {
  schoolName: string
  phone: string
  siteUrl: string
  address: readonly string[]
  mapQuery: string
  whatToBring: string
  /** The school's own lines at the end of e-mails to visitors. */
  signature?: string
  logo?: OwnLogo | null
  sign: SignedLinks['sign']
  /** True for a chat message, whose reader may not have the mailbox. */
  isByChat?: boolean
  isSimulated?: boolean
  /** False while the school's e-mails wait, so that a chat message names none. */
  sendsEmails?: boolean
}

/** Empty if payments are simulated, because a simulated payment always arrives. */
export function callIfPaid({ phone, isSimulated }: Sender): string {
  return isSimulated ? '' : ` ${text.callIfPaid({ phone })}`
}

export function coursesLink({ siteUrl }: Sender): Link {
  return { label: text.seeCourses, url: `${siteUrl}/classes` }
}

/** Leads to the text that the reader accepted, even after the school has changed its terms. */
export function termsLink({ termsHash }: { termsHash?: string | undefined }, { siteUrl }: Sender): Link[] {
  return termsHash === undefined
    ? []
    : [{ label: text.termsAccepted, url: siteUrl + acceptedPath(termsHash) }]
}

/**
 * A visitor who opens this link proves that they can read the mailbox. A chat message leaves the link out, because the
 * reader of the message may not own the mailbox.
 */
export function proofIn({ sign, isByChat }: Sender, purpose: Parameters<SignedLinks['sign']>[0], id: string) {
  return isByChat ? '' : `${proofFragment}${sign(purpose, id)}`
}

export type RenderedMessage = ReturnType<typeof render>

export function render(letter: Letter, sender: Sender) {
  return {
    subject: inOneLine(letter.subject),
    text: asText(letter, sender),
    html: asHtml(letter, sender).text,
    calendar: letter.calendar ?? [],
    unsubscribeUrl: letter.unsubscribeUrl,
    replyTo: letter.replyTo ?? undefined,
  }
}

/** A line break in a subject would begin another header. */
function inOneLine(text: string): string {
  return beginningOf(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), 200)
}

function greeting({ to }: Letter): string {
  return to == null ? text.hello : text.dear({ name: inOneLine(to) })
}

function contactLines({ schoolName, phone, siteUrl }: Sender): string[] {
  return phone === '' ? [schoolName, siteUrl] : [schoolName, phone, siteUrl]
}

function asText(letter: Letter, sender: Sender): string {
  const { paragraphs, words, picture, facts = [], link, links = [], closing, unsubscribeUrl } = letter
  const blocks = [
    greeting(letter),
    ...paragraphs,
    words,
    picture && `${picture.alt}: ${picture.url}`,
    // Line breaks that somebody typed must not look like further facts in the e-mail.
    facts.map(([label, value]) => `${inOneLine(label)}: ${inOneLine(value)}`).join('\n'),
    link && `${link.label}: ${link.url}`,
    links.map(({ label, url }) => `${inOneLine(label)}: ${url}`).join('\n'),
    closing,
    sender.isSimulated && text.simulated,
    sender.signature,
    contactLines(sender).join('\n'),
    unsubscribeUrl && `${text.unsubscribe}: ${unsubscribeUrl}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function asHtml(letter: Letter, sender: Sender): Html {
  const { words, picture, facts = [], link, links = [], closing, unsubscribeUrl } = letter
  const rows = facts.map(
    ([label, value]) =>
      html`<tr><td style="padding:4px 16px 4px 0;vertical-align:top;color:#6b625a">${label}</td><td style="padding:4px 0">${value}</td></tr>\n`,
  )
  const look = 'display:inline-block;padding:6px 0;color:#7a2e4d'
  const others = links.map(({ label, url }) => html`<a href="${url}" style="${look}">${label}</a><br>`)
  const lines = contactLines(sender).map((line) => html`${signed(line, sender)}<br>`)
  const { width, height } = shownSize(sender.logo)
  const blocks = [
    html`<p style="margin:0 0 24px;font:600 20px/1.3 Georgia,serif"><img src="cid:${logoId}" alt="" width="${width}" height="${height}" style="margin-right:10px;border-radius:8px;vertical-align:middle">${sender.schoolName}</p>\n`,
    html`<p>${greeting(letter)}</p>\n`,
    ...letter.paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`),
    words && html`<p style="white-space:pre-line">${words}</p>\n`,
    picture &&
      html`<p><img src="${picture.url}" alt="${picture.alt}" width="512" style="max-width:100%;height:auto;border-radius:6px"></p>\n`,
    rows.length > 0 && html`<table style="margin:16px 0;border-collapse:collapse">${rows}</table>\n`,
    link &&
      html`<p><a href="${link.url}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#7a2e4d;color:#fff;text-decoration:none">${link.label}</a></p>\n`,
    others.length > 0 && html`<p>${others}</p>\n`,
    closing && html`<p>${closing}</p>\n`,
    sender.isSimulated && html`<p><strong>${text.simulated}</strong></p>\n`,
    sender.signature && html`<p style="white-space:pre-line">${sender.signature}</p>\n`,
    html`<p style="color:#6b625a">${lines}</p>\n`,
    unsubscribeUrl &&
      html`<p style="font-size:14px"><a href="${unsubscribeUrl}" style="color:#6b625a">${text.unsubscribe}</a></p>\n`,
  ].filter((block) => block instanceof Html)
  return html`<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${letter.subject}</title></head>
<body style="margin:0;padding:16px 8px;background:#faf7f2;color:#2b2622;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<div style="max-width:560px;margin:0 auto;padding:24px 16px;background:#fff;border-radius:8px">
${blocks}</div></body></html>
`
}

function signed(line: string, { phone, siteUrl }: Sender): Html {
  const look = 'color:#6b625a'
  if (line === phone) return html`<a href="${telLink(phone)}" style="${look}">${line}</a>`
  if (line === siteUrl) return html`<a href="${siteUrl}" style="${look}">${line}</a>`
  return html`${line}`
}

/** The function `html` alone creates this class, so typed text never becomes markup. */
class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes every value unless it is `Html`, or a list of `Html`. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  return new Html(parts.reduce((all, part, index) => all + part + rendered(values[index]), ''))
}

function rendered(value: string | number | Html | Html[] | undefined): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map((one) => one.text).join('')
  return String(value).replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}
