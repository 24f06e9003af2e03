/** Messages to show when a page opens, by their name in its address (`?done=created`). */
const notices = {
  saved: 'console.saved',
  created: 'console.created',
  deleted: 'console.deleted',
} as const

export type NoticeName = keyof typeof notices

/** The message key for this name; null if there is none. */
export function noticeOf(name: string | null): (typeof notices)[NoticeName] | null {
  // The address is untrusted, and may name an inherited property (`constructor`).
  return name !== null && Object.hasOwn(notices, name) ? notices[name as NoticeName] : null
}
