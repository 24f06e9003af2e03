import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Coding, chooseCoding, codings } from './content-codings.ts'

/** The folder of built assets in the program, and their path in addresses. */
const builtAssets = { folder: join('.next', 'static'), path: '/_next/static/' } as const

/** Compressed files, by extension. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** The best compression, because the copies are made at build time. */
const compress: Readonly<Record<Coding['name'], (text: Buffer) => Buffer>> = {
  br: (text) => brotliCompressSync(text),
  gzip: (text) => gzipSync(text, { level: 9 }),
}

/** In bytes. Smaller files fit into the packet of the response head. */
const minSize = 1_024

/**
 * Writes compressed copies next to the built assets, so that requests need no compression. Assets contain no secrets
 * and no client input.
 * @param programFolder with the build
 */
export function compressBuiltAssets(programFolder: string): void {
  const folder = join(programFolder, builtAssets.folder)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!(extname(name) in mediaTypes)) continue
    const text = readFileSync(join(folder, name))
    if (text.length < minSize) continue
    for (const coding of codings) {
      writeFileSync(join(folder, name + coding.ending), compress[coding.name](text))
    }
  }
}

/** A compressed copy of a file. */
export interface CompressedFile {
  /** The copy's own path. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Finds compressed copies of the built assets.
 * @param programFolder with a build; without copies there is nothing to find
 * @returns a function of a path and an `Accept-Encoding` (RFC 9110 section 12.5.3). It returns the copy in the best
 *   accepted coding, null when copies exist only in other codings, and undefined without copies
 */
export function openCompressedFiles(
  programFolder: string,
): (path: string, acceptEncoding: string) => CompressedFile | null | undefined {
  const folder = join(programFolder, builtAssets.folder)
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const known = new Set(names.map((name) => builtAssets.path + name.replaceAll('\\', '/')))
  return (path, acceptEncoding) => {
    const copies = codings.filter(({ ending }) => known.has(path + ending))
    if (copies.length === 0) return undefined
    const copy = chooseCoding(acceptEncoding, copies)
    if (!copy) return null
    return {
      path: path + copy.ending,
      headers: { 'Content-Type': mediaTypes[extname(path)] ?? '', 'Content-Encoding': copy.name },
    }
  }
}
