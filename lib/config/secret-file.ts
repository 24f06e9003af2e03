import { readFileSync, statSync } from 'node:fs'
import { messageOf } from '#lib/base/errors/errors.ts'

/** More than any secret needs. */
const maxBytes = 16_384

/**
 * Reads a secret from a file, as provided by Docker, Kubernetes and systemd. A byte order mark and trailing line
 * ends are not part of the secret.
 * @param variable name of the variable with the path, for the message
 * @throws Error with a sentence that names variable and path, and reveals nothing of the content
 */
export function readSecretFile(variable: string, path: string): string {
  const refuse = (what: string) => new Error(`${variable} names ${path}, which ${what}.`)
  const bytes = contentOf(path, refuse)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse('is not UTF-8')
  }
  const secret = text.replace(/[\r\n]+$/, '')
  if (secret.trim() === '') throw refuse('is empty')
  if (/[\0\r\n]/.test(secret)) throw refuse('contains more than one line of text')
  return secret
}

function contentOf(path: string, refuse: (what: string) => Error): Buffer {
  try {
    const found = statSync(path)
    // A pipe or a device may never end.
    if (!found.isFile()) throw refuse('is not a regular file')
    if (found.size > maxBytes) throw refuse('is too large for a secret')
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw error
    throw refuse(`cannot be read: ${messageOf(error)}`)
  }
}
