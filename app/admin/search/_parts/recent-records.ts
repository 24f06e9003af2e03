import type { Found } from './found.ts'

const most = 5

/** Records that the visitor opened by the palette, in this tab until it closes; the newest first. */
export function recentRecords(owner: string): readonly Found[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? '[]')
    return Array.isArray(kept) ? kept.slice(0, most) : []
  } catch {
    return []
  }
}

export function keepRecent(owner: string, { href, icon, text, hint, person }: Found): void {
  const plain = (parts: Found['text']) => parts.map((part) => ({ ...part, isMatch: false }))
  const record = {
    href,
    icon,
    text: plain(text),
    ...(hint && { hint: plain(hint) }),
    ...(person && { person }),
  }
  const others = recentRecords(owner).filter((one) => one.href !== href)
  try {
    sessionStorage.setItem(keyOf(owner), JSON.stringify([record, ...others].slice(0, most)))
  } catch {
    // A full or forbidden store forgets.
  }
}

/** Another user of the same tab does not see these records. */
function keyOf(owner: string): string {
  return `recent-records-${owner}`
}
