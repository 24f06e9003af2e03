/** The input exceeds the limit. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError'
}

/**
 * Reads a stream to its end as text.
 * @param maxBytes limit at which reading stops
 * @throws TooLongError, and an Error for invalid UTF-8, whose replacement characters would be stored unnoticed
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
    throw new Error('it is not valid UTF-8')
  }
}
