/** Names with which apps mark the browser that they contain. */
const apps =
  /\b(?:FBAN|FBAV|FB_IAB|Instagram|Line|LinkedInApp|MicroMessenger|musical_ly|Pinterest|Snapchat|Twitter)\b/

/**
 * Whether a page is shown by the browser within another app. Its cookies are not those of the person's own browser, and
 * Google refuses to sign users in there. A WebView of Android calls itself `wv`, and one of iOS leaves out `Safari`.
 */
export function isEmbeddedBrowser(userAgent: string): boolean {
  if (/; wv\)/.test(userAgent) || apps.test(userAgent)) return true
  return (
    /\((?:iPhone|iPad|iPod)[^)]*\) AppleWebKit\//.test(userAgent) && !/Safari\//.test(userAgent)
  )
}
