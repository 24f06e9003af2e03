import type { Guide } from './guide.ts'

export const sveltekit: Guide = {
  id: 'sveltekit',
  title: 'SvelteKit',
  kind: 'web',
  mark: 'S',
  color: '#d93b00',
  library: 'Auth.js (@auth/sveltekit)',
  version: '1.11.3',
  addresses: {
    port: 5173,
    redirectUri: '{{origin}}/auth/callback/authserver',
    afterSignOut: '{{origin}}/',
  },
  steps: [
    {
      title: 'Install Auth.js',
      code: [{ name: 'Terminal', language: 'shell', code: 'npm install @auth/sveltekit@1.11.3' }],
    },
    {
      title: 'Add your values',
      text: 'Keep this file out of version control. AUTH_SECRET encrypts the session cookie: take any 32 random bytes (openssl rand -base64 32).',
      code: [
        {
          name: '.env',
          language: 'ini',
          code: `AUTH_SECRET=<32 random bytes>
AUTHSERVER_ISSUER={{issuer}}
AUTHSERVER_ID={{clientId}}
AUTHSERVER_SECRET={{secret}}`,
        },
      ],
    },
    {
      title: 'Create two files',
      code: [
        {
          name: 'src/auth.ts',
          language: 'ts',
          code: `import { env } from '$env/dynamic/private'
import { SvelteKitAuth } from '@auth/sveltekit'

export const { handle, signIn, signOut } = SvelteKitAuth({
  trustHost: true,
  providers: [
    {
      id: 'authserver',
      name: 'authserver',
      type: 'oidc',
      issuer: env.AUTHSERVER_ISSUER,
      clientId: env.AUTHSERVER_ID,
      clientSecret: env.AUTHSERVER_SECRET,
      checks: ['pkce', 'state', 'nonce'],
    },
  ],
})`,
        },
        {
          name: 'src/hooks.server.ts',
          language: 'ts',
          code: `export { handle } from './auth'`,
        },
      ],
    },
    {
      title: 'Protect a page',
      text: 'Send people to sign in when they aren’t.',
      code: [
        {
          name: 'src/routes/private/+page.server.ts',
          language: 'ts',
          code: `import { redirect } from '@sveltejs/kit'

export const load = async ({ locals }) => {
  const session = await locals.auth()
  if (!session) redirect(303, '/auth/signin')
  return { email: session.user?.email }
}`,
        },
      ],
    },
    {
      title: 'Sign out here too',
      text: 'Auth.js ends only the session of your app. After its sign-out, send the browser to the server’s: otherwise the next sign-in needs no password.',
      code: [
        {
          name: 'src/routes/signed-out/+server.ts',
          language: 'ts',
          code: `import { redirect } from '@sveltejs/kit'

// Use it as \`redirectTo\` of the sign-out of Auth.js. The server asks before it signs out, because no ID token proves who asks.
export const GET = () =>
  redirect(303, '{{issuer}}/auth/logout?client_id={{clientId}}&post_logout_redirect_uri=' + encodeURIComponent('{{afterSignOut}}'))`,
        },
      ],
    },
  ],
  behindProxy:
    'Start the server of adapter-node with ORIGIN=https://your.app, or with PROTOCOL_HEADER=x-forwarded-proto and HOST_HEADER=x-forwarded-host.',
}
