import { LRUCache } from 'lru-cache'
import { singleton } from '#lib/base/concurrency/singleton.ts'

export interface Logo {
  readonly contentType: string
  readonly image: Uint8Array<ArrayBuffer>
  readonly etag: string
}

/** How many logos a process remembers, and their maximum size in bytes: a few megabytes in all. */
const maxLogos = 50
const maxBytes = 256 * 1024

const logos = () => singleton('logos', () => new LRUCache<string, Logo>({ max: maxLogos }))

/**
 * Returns the logo that this process served last for a client identifier; null when there was none or it was
 * evicted.
 */
export function rememberedLogo(clientIdentifier: string): Logo | null {
  return logos().get(clientIdentifier) ?? null
}

/** Replaces the remembered logo. Logos over `maxBytes` are not kept, and null removes the entry. */
export function rememberLogo(clientIdentifier: string, logo: Logo | null): void {
  logos().delete(clientIdentifier)
  if (!logo || logo.image.byteLength > maxBytes) return
  const { contentType, image, etag } = logo
  logos().set(clientIdentifier, { contentType, image, etag })
}
