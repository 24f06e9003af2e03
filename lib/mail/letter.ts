import { escapeHtml } from '#lib/base/text/html.ts'
import { directionOf, type Language } from '#lib/i18n/languages.ts'
import { buttonsOf, letterStyles, type MailLook } from './look.ts'

/** A sentence and what it is about, as names and values. */
export interface Facts {
  readonly intro: string
  readonly listed: readonly (readonly [name: string, value: string])[]
}

/** The parts of a message, in reading order. */
export interface Letter {
  readonly language: Language
  readonly appName: string
  readonly look: MailLook
  /** The subject. */
  readonly title: string
  /** '' for a recipient without a name. */
  readonly greeting: string
  readonly text: string
  /** The facts of a change: when, where, with what. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** The other ways to sign the recipient in. */
  readonly ways: Facts | undefined
  /** A code or password, set apart from the text for copying. */
  readonly code: string | undefined
  readonly link: string | undefined
  /** The label of the link's button. */
  readonly action: string | undefined
  readonly linkHint: string
  readonly note: string | undefined
  /** The closing lines: who sends this, where to find help, why it was sent. */
  readonly foot: readonly FootLine[]
}

/** A line with the part of it that is a link. */
export interface FootLine {
  readonly text: string
  readonly link?: { readonly shown: string; readonly href: string } | undefined
}

/**
 * The plain-text version. A link has a line of its own, because some programs take the text after it for a part of it.
 */
export function letterText({ greeting, text, facts, ways, ...rest }: Letter): string {
  const { code, link, note, foot } = rest
  const lines = (all: Letter['facts']) => all.map(([name, value]) => `${name}: ${value}`).join('\n')
  const closing = foot.map((line) => line.text).join('\n')
  const parts = [
    greeting,
    text,
    lines(facts),
    ways?.intro,
    ways && lines(ways.listed),
    code,
    link,
    note,
    closing,
  ]
  return `${parts.filter((part) => part).join('\n\n')}\n`
}

/**
 * The HTML version, limited to what mail programs support: one column, styles in place, no images, and no external
 * content. The colors of dark mode are the only rules of a `<style>`, because they need a media query.
 */
export function letterHtml(letter: Letter): string {
  const { language, appName, look, title, greeting, text, facts, ways, code, note } = letter
  const parts = [
    `<p style="margin:0 0 24px;font-weight:600"><bdi>${escapeHtml(appName)}</bdi></p>`,
    `<h1 style="margin:0 0 8px;font-size:19px;line-height:26px;font-weight:600">${escapeHtml(title)}</h1>`,
    greeting && paragraph(greeting),
    paragraph(text),
    factsTable(facts, language),
    ways && paragraph(ways.intro),
    ways && factsTable(ways.listed, language),
    code && codeBox(code),
    linkParts(letter),
    note && paragraph(note),
    footLines(letter),
  ]
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(appName)}</title>
<style>${letterStyles(look)}</style></head>
<body class="page" style="margin:0;padding:24px 16px;background:#f7f7f9;color:#17171c;font:15px/24px system-ui,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader(letter))}</div>
<div class="sheet" style="max-width:486px;margin:0 auto;padding:32px 36px;background:#ffffff;border:1px solid #e5e5ea;border-radius:14px;word-break:break-word">
${parts.filter((part) => part).join('\n')}
</div>
</body>
</html>
`
}

/** The preview text that lists of messages show after the subject. */
function preheader({ facts, text }: Letter): string {
  return facts.length > 0 ? facts.map(([, value]) => value).join(', ') : text
}

/** A name stays on one line: on a phone, `word-break` would let it shrink to a few letters. */
function factsTable(facts: Letter['facts'], language: Language): string {
  if (facts.length === 0) return ''
  const padding = directionOf(language) === 'rtl' ? '3px 0 3px 20px' : '3px 20px 3px 0'
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="weak" style="padding:${padding};color:#686874;white-space:nowrap;vertical-align:top">${escapeHtml(name)}</td><td style="padding:3px 0"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
  )
  return `<table role="presentation" style="margin:18px 0;font-size:14px;border-spacing:0">${rows.join('')}</table>`
}

function linkParts({ link, action, linkHint, look }: Letter): string {
  if (!link) return ''
  const href = escapeHtml(link)
  const { fill, text } = buttonsOf(look).light
  return `<p style="margin:20px 0"><a class="button" href="${href}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:${fill};color:${text};text-decoration:none;font-weight:600">${escapeHtml(action ?? link)}</a></p>
<p class="weak" style="margin:0 0 16px;color:#686874;font-size:13px;line-height:20px">${escapeHtml(linkHint)}<br><a class="weak" href="${href}" dir="ltr" style="color:#686874;word-break:break-all">${href}</a></p>`
}

function codeBox(code: string): string {
  return `<p class="code" style="margin:20px 0;padding:12px;border-radius:8px;background:#f1f1f4;text-align:center;font:600 28px/1.3 ui-monospace,monospace;letter-spacing:4px" dir="ltr">${escapeHtml(code)}</p>`
}

function footLines({ foot }: Letter): string {
  const lines = foot.map(({ text, link }) => {
    if (!link) return `<bdi>${escapeHtml(text)}</bdi>`
    const anchor = `<a class="weak" href="${escapeHtml(link.href)}" style="color:#686874"><bdi>${escapeHtml(link.shown)}</bdi></a>`
    return escapeHtml(text).replace(escapeHtml(link.shown), () => anchor)
  })
  return `<hr class="line" style="border:0;border-top:1px solid #e5e5ea;margin:28px 0 16px">
<p class="weak" style="margin:0;color:#686874;font-size:13px;line-height:20px">${lines.join('<br>\n')}</p>`
}

function paragraph(text: string): string {
  return `<p class="text" style="margin:0 0 16px;color:#54545f">${escapeHtml(text)}</p>`
}
