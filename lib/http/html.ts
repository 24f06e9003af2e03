/** Escapes text for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * The page of `response_mode=form_post` (OAuth 2.0 Form Post Response Mode §2): one form that
 * submits itself, and a button where scripts are off.
 * @param nonce of the page's Content-Security-Policy
 */
export function formPostPage(
  action: string,
  fields: readonly (readonly [name: string, value: string])[],
  nonce: string,
): string {
  const inputs = fields.map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Returning to the application</title></head>
<body>
<form method="post" action="${escapeHtml(action)}">
${inputs.join('\n')}
<noscript><button type="submit">Continue</button></noscript>
</form>
<script nonce="${nonce}">document.forms[0].submit()</script>
</body>
</html>
`
}
