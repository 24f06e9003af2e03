// Runs in the browser, after Swagger UI: shows the description of the server that served the page.
const root = document.documentElement

// A theme of the settings decides; without one the visitor's system does, now and when it changes.
if (root.dataset.scheme === 'system') {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => root.classList.toggle('dark-mode', dark.matches)
  dark.addEventListener('change', follow)
  follow()
}

globalThis.SwaggerUIBundle({
  url: '/openapi.yaml',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  displayRequestDuration: true,
  // A pasted token is forgotten with the page, and nothing is sent to a validator elsewhere.
  persistAuthorization: false,
  validatorUrl: null,
})
