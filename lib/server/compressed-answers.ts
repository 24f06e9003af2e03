import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { Answer } from '#lib/http/exchange.ts'
import { type Coding, chooseCoding } from './content-codings.ts'

/** In bytes. Answers of frequently called endpoints are smaller. */
const minSize = 10_000

/** Pictures are already compressed. */
const textType = /^(?:text\/|application\/(?:json|yaml))/

const brotli = promisify<Uint8Array, object, Buffer>(brotliCompress)
const deflate = promisify<Uint8Array, Buffer>(gzip)
/** A tenth larger than the best quality, which takes 3 s for the largest text while a client waits. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compress: Readonly<Record<Coding['name'], (text: Uint8Array) => Promise<Buffer>>> = {
  br: (text) => brotli(text, quick),
  gzip: deflate,
}

type Copy = Uint8Array<ArrayBuffer>
/** The compressed copies of a text. */
type Copies = Partial<Record<Coding['name'], Copy>>

/**
 * Compresses the large texts that are the same for every client: the API's description with the script and style that
 * show it, and the search of the documents. Every cache may store them, so they hold no secret (BREACH). Each text is
 * compressed once.
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
  const copy = await copyOf(body, coding.name)
  return { ...answer, headers: { ...headers, 'Content-Encoding': coding.name }, body: copy }
}

/** Keeps the copies with their text: such texts are constants of the process. */
async function copyOf(text: Uint8Array, coding: Coding['name']): Promise<Copy> {
  const ofTexts = singleton('compressed answers', () => new WeakMap<Uint8Array, Copies>())
  const copies = ofTexts.get(text) ?? {}
  ofTexts.set(text, copies)
  copies[coding] ??= new Uint8Array(await compress[coding](text))
  return copies[coding]
}

function isLargeSharedText({ status, headers }: Answer, body: Uint8Array): boolean {
  const isShared = headers['Cache-Control']?.startsWith('public') ?? false
  const isText = textType.test(headers['Content-Type'] ?? '')
  return status === 200 && isShared && isText && body.byteLength >= minSize
}
