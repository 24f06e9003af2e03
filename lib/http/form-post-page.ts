import { escapeHtml } from '#lib/base/text/html.ts'
import { defaultLanguage, directionOf, type Language } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'

/**
 * The page of `response_mode=form_post` (OAuth 2.0 Form Post Response Mode section 2) and of a forwarded sign-out: a
 * form that submits itself, with a button for browsers without scripts. It appears briefly between two pages, so it is
 * empty and follows the system's colour scheme. Its title suits every use.
 *
 * The page's policy forbids styles. A `font` element therefore sizes the button's text, which makes the button readable
 * and large enough to touch.
 * @param action target of the form
 * @param fields hidden fields, in order
 * @param nonce of the page's Content-Security-Policy
 * @param language of the title and of the text without scripts
 */
export function formPostPage(
  action: string,
  fields: readonly (readonly [name: string, value: string])[],
  nonce: string,
  language: Language = defaultLanguage,
): string {
  const t = textsIn(language)
  const title = escapeHtml(t('common.one_moment'))
  const inputs = fields.map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<form method="post" action="${escapeHtml(action)}">
${inputs.join('\n')}
<noscript><p>${escapeHtml(t('pages.form-post.text'))}</p></noscript>
<noscript><button type="submit"><font size="6">${escapeHtml(t('pages.form-post.continue'))}</font></button></noscript>
</form>
<script nonce="${nonce}">document.forms[0].submit()</script>
</body>
</html>
`
}
