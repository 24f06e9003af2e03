/**
 * Headers by which the start file hands a page what it shows: base64url of JSON. It takes out what a
 * client sends under these names.
 */

/** Names the page that the start file renders in place of the body. */
export const viewHeader = 'x-authserver-view'
/** What that page shows. */
export const viewDataHeader = 'x-authserver-view-data'
/** The settings every page shows. */
export const pageSettingsHeader = 'x-authserver-page-settings'
/** Who looks at a page of the console. */
export const visitorHeader = 'x-authserver-visitor'
/** The request's id, as it is; every request has one. */
export const requestIdHeader = 'x-authserver-request-id'

/** Text, JSON mostly, as such a header carries it. */
export function encodeHeader(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** The text of such a header. */
export function decodeHeader(header: string): string {
  return Buffer.from(header, 'base64url').toString()
}
