export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** The readable parts, decoded and joined. */
  readonly text: string
  readonly raw: string
}

/** Decodes the subject and the text of each part, in the two transfer encodings that the server's mails use. */
export function readMail(from: string, to: readonly string[], raw: string): Mail {
  const { headers } = split(raw)
  return { from, to, raw, subject: decodeWords(headers.get('subject') ?? ''), text: textOf(raw) }
}

function textOf(raw: string): string {
  const { headers, body } = split(raw)
  const type = headers.get('content-type') ?? ''
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary) {
    const parts = body.split(`--${boundary}`).slice(1, -1)
    return parts.map((part) => textOf(part.replace(/^\r?\n/, ''))).join('\n')
  }
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body.replace(/=\r?\n/g, ''))
  return body
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const end = /\r?\n\r?\n/.exec(raw)
  const head = end ? raw.slice(0, end.index) : raw
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: end ? raw.slice(end.index + end[0].length) : '' }
}

/** Decodes the subject and the text of each part, in the two transfer encodings that mail libraries write. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    )
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
