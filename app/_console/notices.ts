/** Messages that a page may be opened with, by their names in its address (`?done=created`). */
const notices = {
  saved: 'console.saved',
  created: 'console.created',
  deleted: 'console.deleted',
} as const

/** What an address may say was done. */
export type NoticeName = keyof typeof notices

/** The key of the message with this name; null for none. */
export function noticeOf(name: string | null): (typeof notices)[NoticeName] | null {
  // An address may say anything, also what every object inherits (`constructor`).
  return name !== null && Object.hasOwn(notices, name) ? notices[name as NoticeName] : null
}
