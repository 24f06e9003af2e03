/**
 * Headers that pass page data from the start file to a page, as base64url of JSON. The start file strips these headers
 * from client requests.
 */

/** The page to render in place of the body. */
export const viewHeader = 'x-authserver-view'
/** That page's data. */
export const viewDataHeader = 'x-authserver-view-data'
/** The settings every page shows. */
export const pageSettingsHeader = 'x-authserver-page-settings'
/** The visitor of a console page. */
export const visitorHeader = 'x-authserver-visitor'
/** The request's id in plain text, present on every request. */
export const requestIdHeader = 'x-authserver-request-id'

export function encodeHeader(text: string): string {
  return Buffer.from(text).toString('base64url')
}

export function decodeHeader(header: string): string {
  return Buffer.from(header, 'base64url').toString()
}
