import { createHash } from 'node:crypto'
import { messageOf } from '#lib/base/errors/errors.ts'
import { hasHash } from '#lib/base/files/hash-file.ts'
import { isServerAddress } from '#lib/base/network/server-address.ts'
import { withoutFinalSlashes } from '#lib/base/text/text.ts'
import type { BreachVerdict, LookUpBreached } from '#lib/context.ts'
import { sendOutbound } from './request.ts'

/** Limit of a look-up in milliseconds, because a form waits for the answer. */
const withinMs = 1_500
/** The longest accepted answer in bytes; forty thousand are usual. */
const maxBytes = 256 * 1024
/** Digits of the hash that leave this server. */
const prefixLength = 5

/**
 * Looks a password up among those of known breaches. The service learns the first five digits of its SHA-1. It answers
 * with all hashes that share them, padded so that the answer's length says nothing; the answer is not stored. A fault
 * is an outcome, never thrown.
 */
export const lookUpBreached: LookUpBreached = async (ctx, source, password) => {
  const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
  return source.kind === 'file'
    ? inFile(ctx, source.path, hash)
    : inService(ctx, source.address, hash)
}

type Asker = Parameters<LookUpBreached>[0]

async function inService(ctx: Asker, address: string, hash: string): Promise<BreachVerdict> {
  const { baseUrl } = ctx.config
  if (!isServerAddress(address, baseUrl)) return 'unavailable'
  const answer = await sendOutbound(ctx, {
    purpose: 'breached_passwords',
    method: 'GET',
    url: `${withoutFinalSlashes(address)}/range/${hash.slice(0, prefixLength)}`,
    accept: 'text/plain',
    headers: { 'Add-Padding': 'true' },
    policy: 'administered',
    allowsHttp: address.startsWith('http:'),
    body: maxBytes,
    withinMs,
  })
  if (answer.outcome !== 'answered' || answer.status !== 200) return 'unavailable'
  const type = answer.headers['content-type'] ?? ''
  if (!/^text\/plain\s*(;|$)/i.test(type)) return 'unavailable'
  return verdictOf(answer.body.toString('latin1'), hash.slice(prefixLength))
}

/** An answer in another form counts as none: a proxy may send a page of its own with a good status. */
function verdictOf(body: string, suffix: string): BreachVerdict {
  const lines = body.split('\n').map((line) => line.replace(/\r$/, ''))
  const entries = lines.filter((line) => line !== '')
  if (!entries.every((line) => /^[0-9A-Fa-f]{35}:\d+$/.test(line))) return 'unavailable'
  const found = entries.find((line) => line.slice(0, suffix.length).toUpperCase() === suffix)
  // Entries that only pad the answer have the count 0.
  return found && !/^0+$/.test(found.slice(suffix.length + 1)) ? 'breached' : 'clean'
}

async function inFile({ log }: Asker, path: string, hash: string): Promise<BreachVerdict> {
  try {
    return (await hasHash(path, hash)) ? 'breached' : 'clean'
  } catch (error) {
    log.debug({ reason: messageOf(error) }, 'the file of breached passwords cannot be searched')
    return 'unavailable'
  }
}
