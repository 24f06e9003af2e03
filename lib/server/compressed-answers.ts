import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Answer } from '#lib/http/exchange.ts'
import { sha256Hex } from '#lib/kernel/hash.ts'
import { singleton } from '#lib/kernel/singleton.ts'
import { type Coding, chooseCoding } from './content-codings.ts'

/** In bytes. Answers of frequently called endpoints are smaller. */
const minSize = 10_000

/** Pictures are already compressed. */
const textType = /^(?:text\/|application\/yaml)/

const brotli = promisify<Uint8Array, object, Buffer>(brotliCompress)
const deflate = promisify<Uint8Array, Buffer>(gzip)
/** A tenth larger than the best quality, which takes 3 s for the largest text while a client waits. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compress: Readonly<Record<Coding['name'], (text: Uint8Array) => Promise<Buffer>>> = {
  br: (text) => brotli(text, quick),
  gzip: deflate,
}

/** There are five such texts. */
const maxCopies = 20

/**
 * Compresses the large texts that are the same for every client: the API's description, and the script and style that
 * show it. Every cache may store them, so they hold no secret (BREACH). Each text is compressed once.
 * @param acceptEncoding the header of the request (RFC 9110 section 12.5.3)
 * @returns any other answer unchanged
 */
export async function compressedAnswer(answer: Answer, acceptEncoding: string): Promise<Answer> {
  const { body } = answer
  if (!(body instanceof Uint8Array) || !isLargeSharedText(answer, body)) return answer
  const vary = answer.headers.Vary
  const headers = {
    ...answer.headers,
    Vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
  }
  const coding = chooseCoding(acceptEncoding)
  if (!coding) return { ...answer, headers }
  const copies = singleton(
    'compressed answers',
    () => new LRUCache<string, Uint8Array<ArrayBuffer>>({ max: maxCopies }),
  )
  const key = `${coding.name} ${digestOf(body)}`
  const copy = copies.get(key) ?? new Uint8Array(await compress[coding.name](body))
  copies.set(key, copy)
  return { ...answer, headers: { ...headers, 'Content-Encoding': coding.name }, body: copy }
}

/** The digest of a constant body. Hashing the reference's script takes a millisecond, so the digest is kept. */
function digestOf(body: Uint8Array): string {
  const digests = singleton('digests of answers', () => new WeakMap<Uint8Array, string>())
  const digest = digests.get(body) ?? sha256Hex(body)
  digests.set(body, digest)
  return digest
}

function isLargeSharedText({ status, headers }: Answer, body: Uint8Array): boolean {
  const isShared = headers['Cache-Control']?.startsWith('public') ?? false
  const isText = textType.test(headers['Content-Type'] ?? '')
  return status === 200 && isShared && isText && body.byteLength >= minSize
}
