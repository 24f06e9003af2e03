import { statfsSync } from 'node:fs'

/** Bytes that this account can still write to the disk of a folder; null when unknown. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
