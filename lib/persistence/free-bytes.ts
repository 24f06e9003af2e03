import { statfsSync } from 'node:fs'

/** How many bytes this account may still write on the disk of a folder; null when that cannot be asked. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
