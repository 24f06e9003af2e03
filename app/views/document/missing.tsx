/** Shown for an address below `/docs` without a document. */
export function Missing() {
  return (
    <div id="document-missing" className="ui-doc">
      <h1>Page not found</h1>
      <p>
        The documentation has no page at this address. Choose one in the menu, or{' '}
        <a href="/docs">go to the overview</a>.
      </p>
    </div>
  )
}
