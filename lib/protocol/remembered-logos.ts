import { setBounded } from '#lib/kernel/bounded.ts'
import { singleton } from '#lib/kernel/singleton.ts'

/** A client's logo as it is served. */
export interface Logo {
  readonly contentType: string
  readonly image: Uint8Array<ArrayBuffer>
  readonly etag: string
}

/** How many logos a process remembers, and how large one may be, in bytes: a few megabytes in all. */
const maxLogos = 50
const maxBytes = 256 * 1024

const logos = () => singleton('logos', () => new Map<string, Logo>())

/** The logo that this process served last for a client identifier; null when there was none, or it was forgotten. */
export function rememberedLogo(clientIdentifier: string): Logo | null {
  return logos().get(clientIdentifier) ?? null
}

/** Remembers what is served now: large logos are not kept, and null forgets the one before. */
export function rememberLogo(clientIdentifier: string, logo: Logo | null): void {
  logos().delete(clientIdentifier)
  if (!logo || logo.image.byteLength > maxBytes) return
  const { contentType, image, etag } = logo
  setBounded(logos(), maxLogos, clientIdentifier, { contentType, image, etag })
}
