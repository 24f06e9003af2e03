import { type FileHandle, open } from 'node:fs/promises'

/** The search ends with so many bytes, some ninety lines. */
const blockBytes = 4096
const readBytes = 2 * blockBytes
const lineFeed = 0x0a

/** The file cannot be searched: a line has another form, or the lines are not in order. */
class UnsortedFileError extends Error {
  override readonly name = 'UnsortedFileError'

  constructor() {
    super('It must have lines such as 0018A45C4D1DEF81644B54AB7F969B88D65:1 (40 digits), sorted.')
  }
}

/**
 * True when a sorted file of SHA-1 hashes, `HASH:count` in each line, has a hash. A binary search: it reads few blocks.
 * @param hash 40 digits in upper case
 * @throws UnsortedFileError for what the search came across, and the errors of the file system
 */
export async function hasHash(path: string, hash: string): Promise<boolean> {
  const file = await open(path)
  try {
    // The line may begin at `low` or later, and before `high`.
    let [low, high] = [0, await sizeOf(file)]
    while (high - low > blockBytes) {
      const middle = Math.floor((low + high) / 2)
      const lines = await linesFrom(file, middle)
      const [first, last] = [lines[0], lines.at(-1)]
      if (!first || !last) throw new UnsortedFileError()
      if (hash < first.hash) high = first.at
      else if (hash > last.hash) low = last.end
      else return lines.some((line) => line.hash === hash)
    }
    const left = await linesFrom(file, low)
    return left.some((line) => line.hash === hash)
  } finally {
    await file.close()
  }
}

/** Places that a check looks at. */
const places = 64

/**
 * Looks at some places of such a file.
 * @throws as `hasHash`
 */
export async function checkHashFile(path: string): Promise<void> {
  const file = await open(path)
  try {
    const size = await sizeOf(file)
    let former = ''
    for (let place = 0; place < places; place++) {
      const [first] = await linesFrom(file, Math.floor((size * place) / places))
      if (!first && place > 0) break
      if (!first || first.hash < former) throw new UnsortedFileError()
      former = first.hash
    }
  } finally {
    await file.close()
  }
}

async function sizeOf(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  if (size === 0) throw new UnsortedFileError()
  return size
}

interface Line {
  readonly hash: string
  /** Where it begins in the file. */
  readonly at: number
  /** Where the next one begins. */
  readonly end: number
}

/** The whole lines of the block at a place, those that begin there or after it. */
async function linesFrom(file: FileHandle, place: number): Promise<Line[]> {
  // The byte before tells whether a line begins exactly at the place.
  const start = Math.max(0, place - 1)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(readBytes), 0, readBytes, start)
  const block = buffer.subarray(0, bytesRead)
  let from = place === 0 ? 0 : block.indexOf(lineFeed) + 1
  if (place > 0 && from === 0) return []
  const lines: Line[] = []
  while (from < block.length) {
    const found = block.indexOf(lineFeed, from)
    if (found < 0 && bytesRead === readBytes) break
    const to = found < 0 ? block.length : found
    const text = block.toString('latin1', from, to).replace(/\r$/, '')
    if (text !== '') {
      const hash = hashOf(text)
      if (hash <= (lines.at(-1)?.hash ?? '')) throw new UnsortedFileError()
      lines.push({ hash, at: start + from, end: start + to + 1 })
    }
    from = to + 1
  }
  return lines
}

function hashOf(line: string): string {
  if (!/^[0-9A-Fa-f]{40}:\d+$/.test(line)) throw new UnsortedFileError()
  return line.slice(0, 40).toUpperCase()
}
