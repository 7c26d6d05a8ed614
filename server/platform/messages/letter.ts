import { acceptedPath, telLink } from '../../../contract/addresses.ts'
import { beginningOf } from '../../../contract/graphemes.ts'
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
  whatsapp?: string
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

/** The colours of the site's light theme. Mail programs know neither variables nor `light-dark`. */
const look = {
  ink: '#2e1a28',
  soft: '#5e4655',
  leaf: '#185b37',
  raised: '#fffefc',
  sunk: '#f4f1e7',
  line: '#ded9cc',
}
// oxlint-disable-next-line malar/text-in-catalogue -- a value of CSS
const serif = 'Georgia,serif'

function asHtml(letter: Letter, sender: Sender): Html {
  const { words, picture, facts = [], link, links = [], closing, unsubscribeUrl } = letter
  const linked = `display:inline-block;padding:8px 0;color:${look.leaf}`
  const others = links.map(({ label, url }) => html`<a href="${url}" style="${linked}">${label}</a><br>`)
  const { width, height } = shownSize(sender.logo)
  const blocks = [
    html`<p style="margin:0 0 24px;font:600 18px/1.3 ${serif}"><img src="cid:${logoId}" alt="" width="${width}" height="${height}" style="margin-right:12px;border-radius:8px;vertical-align:middle">${sender.schoolName}</p>\n`,
    letter.subject !== letter.paragraphs[0] &&
      html`<h1 style="margin:0 0 20px;font:600 26px/1.25 ${serif}">${inOneLine(letter.subject)}</h1>\n`,
    html`<p>${greeting(letter)}</p>\n`,
    ...letter.paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`),
    words && html`<p style="white-space:pre-line">${words}</p>\n`,
    picture &&
      html`<p><img src="${picture.url}" alt="${picture.alt}" width="512" style="max-width:100%;height:auto;border-radius:16px 6px"></p>\n`,
    facts.length > 0 &&
      html`<table style="width:100%;margin:24px 0;border-collapse:collapse;border-top:1px solid ${look.line}">${facts.map(factRow)}</table>\n`,
    link &&
      html`<p style="margin:24px 0"><a href="${link.url}" style="display:inline-block;padding:13px 26px;border-radius:16px 6px;background:${look.leaf};color:#fffefc;font-weight:600;text-decoration:none">${link.label}</a></p>\n`,
    others.length > 0 && html`<p>${others}</p>\n`,
    closing && html`<p>${closing}</p>\n`,
    sender.isSimulated && html`<p><strong>${text.simulated}</strong></p>\n`,
    sender.signature && html`<p style="white-space:pre-line">${sender.signature}</p>\n`,
    html`<p style="margin:32px 0 0;padding-top:20px;border-top:1px solid ${look.line};color:${look.soft};font-size:14px">${foot(sender)}</p>\n`,
    unsubscribeUrl &&
      html`<p style="margin:8px 0 0;font-size:14px"><a href="${unsubscribeUrl}" style="color:${look.soft}">${text.unsubscribe}</a></p>\n`,
  ].filter((block) => block instanceof Html)
  return html`<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${letter.subject}</title></head>
<body style="margin:0;padding:24px 8px;background:${look.sunk};color:${look.ink};font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere">
<div style="max-width:560px;margin:0 auto;padding:28px 20px;background:${look.raised};border:1px solid ${look.line};border-radius:16px 6px">
${blocks}</div></body></html>
`
}

/** A sum of money is bold, so that a reader finds it in a long table. */
function factRow([label, value]: [label: string, value: string]): Html {
  const weight = /^₹[\d,.]+$/.test(value) ? 600 : 400
  const cell = `padding:9px 0;border-bottom:1px solid ${look.line};vertical-align:top`
  return html`<tr><td style="${cell};width:36%;padding-right:16px;color:${look.soft}">${label}</td><td style="${cell};white-space:pre-line;font-weight:${weight}">${value.trim()}</td></tr>\n`
}

/** The school's name, address and how to reach it. The link to the site shows no protocol. */
function foot({ schoolName, address, phone, whatsapp, siteUrl }: Sender): Html[] {
  const reached = `color:${look.soft};white-space:nowrap`
  const ways = [
    phone && html`<a href="${telLink(phone)}" style="${reached}">${phone}</a>`,
    whatsapp && html`<a href="https://wa.me/${whatsapp.replace(/\D/g, '')}" style="${reached}">WhatsApp</a>`,
    html`<a href="${siteUrl}" style="${reached}">${siteUrl.replace(/^https?:\/\//, '')}</a>`,
  ].filter((way) => way instanceof Html)
  return [
    html`<strong style="color:${look.ink}">${schoolName}</strong><br>`,
    html`${address.length > 0 ? [html`${address.join(', ')}<br>`] : []}`,
    ...ways.map((way, n) => (n === 0 ? way : html` · ${way}`)),
  ]
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
