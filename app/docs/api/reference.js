// Runs in the browser after Swagger UI and shows the API description of the server that sent the page.
const root = document.documentElement

// The settings' theme decides; without one, the visitor's system does, also when its preference changes.
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
  // A pasted token is lost with the page, and no external validator receives the description.
  persistAuthorization: false,
  validatorUrl: null,
})
