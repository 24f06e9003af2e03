/** Seconds after which a browser without scripts loads the page again. */
export const reloadSeconds = 10

/** Live turns itself off after this time without use, so that it keeps no session alive that nobody uses. */
export const maxUnusedMinutes = 15

const maxReloads = (maxUnusedMinutes * 60) / reloadSeconds

/** What the address says of a list whose Live turned itself off. */
export const stopped = 'stopped'

/** Reads `live` of an address: '' for off, the number of the reload, or `stopped`. */
export function liveIn(text: string): string {
  const isNumber = /^[1-9]\d?$/.test(text) && Number(text) <= maxReloads
  return isNumber || text === stopped ? text : ''
}

/** Whether a list with this filter can be kept up to date: it shows the newest entries, and new ones can match. */
export function canBeLive({ after, to }: { readonly after: string; readonly to: string }): boolean {
  return after === '' && to === ''
}

/** Whether the visitor wants the list to be kept up to date, and it can be. */
export function isLive(filter: {
  readonly live: string
  readonly after: string
  readonly to: string
}): boolean {
  return canBeLive(filter) && filter.live !== '' && filter.live !== stopped
}

/** `live` of the next reload without scripts, which know no use of the page: they are counted instead. */
export function nextLive(live: string): string {
  const next = Number(live) + 1
  return next > maxReloads ? stopped : String(next)
}
