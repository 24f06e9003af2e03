import { secretFields } from './typed-values.ts'

/** A request of the API, as `fetch` receives it. */
interface Request {
  readonly url: string
  readonly method: string
  /** JSON; absent for a request without a body, or with a file. */
  readonly body?: string
}

/**
 * A request of the API as a command line of curl for a POSIX shell. The token is the variable `TOKEN`, and secrets
 * are shown as `…`.
 */
export function asCurl({ url, method, body }: Request): string {
  const lines = [
    `curl --request ${method} ${quoted(url)}`,
    `--header "Authorization: Bearer $TOKEN"`,
  ]
  if (body !== undefined) {
    lines.push(
      `--header 'Content-Type: application/json'`,
      `--data ${quoted(withoutSecrets(body))}`,
    )
  }
  return lines.join(' \\\n  ')
}

/** What a command shows in place of a secret. */
const leftOut = '…'

/** Whether a JSON body holds secrets, which a command leaves out. */
export function holdsSecrets(body: string): boolean {
  return withoutSecrets(body) !== JSON.stringify(JSON.parse(body), null, 2)
}

function withoutSecrets(body: string): string {
  const replace = (name: string, value: unknown) =>
    secretFields.has(name) && value !== '' ? leftOut : value
  return JSON.stringify(JSON.parse(body, replace), null, 2)
}

/** In single quotes a shell reads everything as it is, up to the next one. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
