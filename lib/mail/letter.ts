import { escapeHtml } from '#lib/base/text/html.ts'
import { directionOf, type Language } from '#lib/i18n/languages.ts'

/** The parts of a message, in reading order. */
export interface Letter {
  readonly language: Language
  readonly appName: string
  readonly greeting: string
  readonly text: string
  /** Set apart from the text, to be copied. */
  readonly code: string | undefined
  readonly link: string | undefined
  /** The label of the link's button. */
  readonly action: string | undefined
  readonly linkHint: string
  readonly note: string | undefined
}

/** The plain-text version of the message. */
export function letterText({ greeting, text, code, link, note, appName }: Letter): string {
  const parts = [greeting, text, code, link, note, appName]
  return `${parts.filter((part) => part).join('\n\n')}\n`
}

/**
 * The HTML version, limited to what mail programs support: one column, inline styles, no images, and no external
 * content.
 */
export function letterHtml(letter: Letter): string {
  const { language, appName, greeting, text, code, note } = letter
  const parts = [
    paragraph(greeting),
    paragraph(text),
    code ? codeBox(code) : '',
    linkParts(letter),
    note ? `<p style="margin:0 0 16px;color:#5b6470">${escapeHtml(note)}</p>` : '',
    `<p style="margin:24px 0 0;color:#5b6470"><bdi>${escapeHtml(appName)}</bdi></p>`,
  ]
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escapeHtml(appName)}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;color:#1f2933;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px;word-break:break-word">
${parts.filter((part) => part !== '').join('\n')}
</div>
</body>
</html>
`
}

function linkParts({ link, action, linkHint }: Letter): string {
  if (!link) return ''
  const href = escapeHtml(link)
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1f2933;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action ?? link)}</a></p>
<p style="margin:0 0 16px;color:#5b6470;font-size:14px">${escapeHtml(linkHint)}<br><a href="${href}" dir="ltr" style="color:#1f2933;word-break:break-all">${href}</a></p>`
}

function codeBox(code: string): string {
  return `<p style="margin:24px 0;padding:12px;border-radius:8px;background:#f3f4f6;text-align:center;font:600 28px/1.3 ui-monospace,monospace;letter-spacing:4px" dir="ltr">${escapeHtml(code)}</p>`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
}
