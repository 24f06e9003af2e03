/** There is more to read than may be. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError'
}

/**
 * Reads a stream to its end as text.
 * @param maxBytes what is longer is read no further
 * @throws TooLongError, and an Error for bytes that are not UTF-8: replaced letters would be stored unseen
 */
export async function readUtf8(
  source: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxBytes) throw new TooLongError('There is too much to read.')
    chunks.push(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new Error('it is not text in UTF-8')
  }
}
