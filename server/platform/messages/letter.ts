import type { SignedLinks } from '../signed-links.ts'
import { type Html, html } from './html.ts'

export interface Letter {
  subject: string
  /** Name to greet; null where it is not known, or may not be said. */
  to?: string | null
  paragraphs: string[]
  /** Shown where the mail program shows pictures; its address stands in the text. */
  picture?: { url: string; alt: string }
  facts?: [label: string, value: string][]
  link?: { label: string; url: string }
  closing?: string
  /** Where the reader stops letters of this kind: stands in the last line and in a header. */
  unsubscribeUrl?: string
  /** Sent without HTML, so that what strangers typed does not look like words of the school's. */
  isTextOnly?: boolean
}

export interface Sender {
  schoolName: string
  phone: string
  siteUrl: string
  /** Signs the links of letters. */
  sign: SignedLinks['sign']
}

export interface RenderedMessage {
  subject: string
  text: string
  html: string | null
  unsubscribeUrl?: string | undefined
}

export function render(letter: Letter, sender: Sender): RenderedMessage {
  return {
    subject: inOneLine(letter.subject),
    text: asText(letter, sender),
    html: letter.isTextOnly ? null : asHtml(letter, sender).text,
    unsubscribeUrl: letter.unsubscribeUrl,
  }
}

/** A line break in a subject would begin another header. */
function inOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

function greeting({ to }: Letter): string {
  return to == null ? 'Hello,' : `Dear ${inOneLine(to)},`
}

function signature({ schoolName, phone, siteUrl }: Sender): string[] {
  return phone === '' ? [schoolName, siteUrl] : [schoolName, phone, siteUrl]
}

function asText(letter: Letter, sender: Sender): string {
  const { paragraphs, picture, facts = [], link, closing, unsubscribeUrl } = letter
  const blocks = [
    greeting(letter),
    ...paragraphs,
    picture && `${picture.alt}: ${picture.url}`,
    // One line a fact: typed line breaks must not look like facts of ours.
    facts.map(([label, value]) => `${inOneLine(label)}: ${inOneLine(value)}`).join('\n'),
    link && `${link.label}: ${link.url}`,
    closing,
    signature(sender).join('\n'),
    unsubscribeUrl && `Unsubscribe: ${unsubscribeUrl}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function asHtml(letter: Letter, sender: Sender): Html {
  return html`<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><title>${letter.subject}</title></head>
<body style="margin:0;padding:24px;background:#faf7f2;color:#2b2622;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
<p>${greeting(letter)}</p>
${letter.paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}${photograph(letter)}${factTable(letter)}${button(letter)}${
  letter.closing ? html`<p>${letter.closing}</p>\n` : ''
}<p style="color:#6b625a">${signature(sender).map((line) => html`${line}<br>`)}</p>
${
  letter.unsubscribeUrl
    ? html`<p style="font-size:14px"><a href="${letter.unsubscribeUrl}" style="color:#6b625a">Unsubscribe</a></p>\n`
    : ''
}</div></body></html>
`
}

function photograph({ picture }: Letter): Html {
  if (!picture) return html``
  return html`<p><img src="${picture.url}" alt="${picture.alt}" width="512" style="max-width:100%;height:auto;border-radius:6px"></p>\n`
}

function factTable({ facts }: Letter): Html {
  if (!facts?.length) return html``
  const rows = facts.map(
    ([label, value]) =>
      html`<tr><td style="padding:4px 16px 4px 0;color:#6b625a">${label}</td><td>${value}</td></tr>\n`,
  )
  return html`<table style="margin:16px 0;border-collapse:collapse">${rows}</table>\n`
}

function button({ link }: Letter): Html {
  if (!link) return html``
  return html`<p><a href="${link.url}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#7a2e4d;color:#fff;text-decoration:none">${link.label}</a></p>\n`
}
