import type { Guide } from './guide.ts'

export const react: Guide = {
  id: 'react',
  title: 'React',
  kind: 'spa',
  mark: 'R',
  color: '#087ea4',
  library: 'react-oidc-context with oidc-client-ts',
  version: '3.3.1 and 3.5.0',
  ranOn: '27 November 2026',
  addresses: { port: 5173, redirectUri: '{{origin}}/callback', afterSignOut: '{{origin}}/' },
  steps: [
    {
      title: 'Install react-oidc-context',
      text: 'Browsers allow this sign-in at https, at localhost and at names that end in .localhost only.',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: 'npm install react-oidc-context@3.3.1 oidc-client-ts@3.5.0',
        },
      ],
    },
    {
      title: 'Wrap the app',
      text: 'There is no secret: people could read it in the browser.',
      code: [
        {
          name: 'src/main.tsx',
          language: 'tsx',
          code: `import { createRoot } from 'react-dom/client'
import { AuthProvider } from 'react-oidc-context'
import { App } from './App'

const oidc = {
  authority: '{{issuer}}',
  client_id: '{{clientId}}',
  redirect_uri: '{{redirectUri}}',
  post_logout_redirect_uri: '{{afterSignOut}}',
  scope: 'openid profile email',
  // The code in the address works once.
  onSigninCallback: () => window.history.replaceState({}, document.title, '/'),
}

createRoot(document.getElementById('root')!).render(
  <AuthProvider {...oidc}>
    <App />
  </AuthProvider>,
)`,
        },
      ],
    },
    {
      title: 'Protect the app, and sign out here too',
      text: 'signoutRedirect ends the session of the server as well.',
      code: [
        {
          name: 'src/App.tsx',
          language: 'tsx',
          code: `import { useAuth } from 'react-oidc-context'

export function App() {
  const auth = useAuth()
  if (auth.isLoading) return <p>One moment…</p>
  if (!auth.isAuthenticated) {
    return (
      <>
        {auth.error && <p role="alert">That did not work. Try again.</p>}
        <button onClick={() => void auth.signinRedirect()}>Sign in</button>
      </>
    )
  }
  return (
    <>
      <p>Hello {auth.user?.profile.email}</p>
      <button onClick={() => void auth.signoutRedirect()}>Sign out</button>
    </>
  )
}`,
        },
      ],
    },
    {
      title: 'Call your API',
      text: 'Ask for its scopes beside openid, and send the access token. A person without the permission signs in all the same, and the token then lacks the scope.',
      code: [
        {
          name: 'src/call-api.ts',
          language: 'ts',
          code: `export const callApi = (accessToken: string) =>
  fetch('https://api.example.com/items', { headers: { Authorization: 'Bearer ' + accessToken } })`,
        },
      ],
    },
  ],
}
