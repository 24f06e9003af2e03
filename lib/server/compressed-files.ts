import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Coding, chooseCoding, codings } from './content-codings.ts'

/** Where built assets are, in the folder of the program and in addresses. */
const builtAssets = { folder: join('.next', 'static'), path: '/_next/static/' } as const

/** What is compressed, by the end of a file's name. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** As small as it gets: nobody waits for a build's copies. */
const compress: Readonly<Record<Coding['name'], (text: Buffer) => Buffer>> = {
  br: (text) => brotliCompressSync(text),
  gzip: (text) => gzipSync(text, { level: 9 }),
}

/** Smaller ones fit into the packet that brings the head, in bytes. */
const minSize = 1_024

/**
 * Puts compressed copies beside the built assets, so that nothing is left to do when they are asked for. They
 * hold no secret, and nothing of what a visitor sent.
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
  /** Its own address. */
  readonly path: string
  /** The headers that say what it is. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Finds compressed copies of the built assets.
 * @param programFolder with the build; one without copies has none to give
 * @returns what to send for a path to somebody with this `Accept-Encoding` (RFC 9110 section 12.5.3): a copy in the
 *   best coding they take, null when there are copies in others only, undefined when there are none
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
