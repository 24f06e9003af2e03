import type { Guide } from './guide.ts'

export const betterAuth: Guide = {
  id: 'better-auth',
  title: 'better-auth',
  kind: 'web',
  mark: 'B',
  color: '#111111',
  library: 'better-auth',
  version: '1.7.25',
  ranOn: '27 November 2026',
  addresses: {
    port: 3000,
    redirectUri: '{{origin}}/api/auth/callback/authserver',
    afterSignOut: '{{origin}}/',
  },
  steps: [
    {
      title: 'Install better-auth',
      code: [{ name: 'Terminal', language: 'shell', code: 'npm install better-auth@1.7.25' }],
    },
    {
      title: 'Add your values',
      text: 'Keep this file out of version control. BETTER_AUTH_SECRET encrypts cookies: take any 32 random bytes (openssl rand -base64 32).',
      code: [
        {
          name: '.env.local',
          language: 'ini',
          code: `BETTER_AUTH_SECRET=<32 random bytes>
BETTER_AUTH_URL={{origin}}
AUTHSERVER_ISSUER={{issuer}}
AUTHSERVER_CLIENT_ID={{clientId}}
AUTHSERVER_CLIENT_SECRET={{secret}}`,
        },
      ],
    },
    {
      title: 'Create three files',
      text: 'Without a database, better-auth keeps people in memory and forgets them at every restart. Add yours as database.',
      code: [
        {
          name: 'lib/auth.ts',
          language: 'ts',
          code: `import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins'

export const auth = betterAuth({
  plugins: [
    genericOAuth({
      config: [
        {
          providerId: 'authserver',
          discoveryUrl: \`\${process.env.AUTHSERVER_ISSUER}/.well-known/openid-configuration\`,
          clientId: process.env.AUTHSERVER_CLIENT_ID ?? '',
          clientSecret: process.env.AUTHSERVER_CLIENT_SECRET,
          scopes: ['openid', 'profile', 'email'],
          requireIdTokenVerification: true,
          // The sign-out goes to the server and returns here.
          postLogoutRedirectURI: '/',
          // People need a name here, but not at the server.
          mapProfileToUser: ({ name, email }) => ({ name: name || email || '' }),
        },
      ],
    }),
  ],
})`,
        },
        {
          name: 'app/api/auth/[...all]/route.ts',
          language: 'ts',
          code: `import { toNextJsHandler } from 'better-auth/next-js'
import { auth } from '@/lib/auth'

export const { GET, POST } = toNextJsHandler(auth)`,
        },
        {
          name: 'lib/auth-client.ts',
          language: 'ts',
          code: `import { createAuthClient } from 'better-auth/react'

export const authClient = createAuthClient()`,
        },
      ],
    },
    {
      title: 'Sign people in',
      code: [
        {
          name: 'app/sign-in-button.tsx',
          language: 'tsx',
          code: `'use client'

import { authClient } from '@/lib/auth-client'

export function SignInButton() {
  const signIn = () => authClient.signIn.social({ provider: 'authserver', callbackURL: '/private' })
  return <button onClick={signIn}>Sign in</button>
}`,
        },
        {
          name: 'app/private/page.tsx',
          language: 'tsx',
          code: `import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { auth } from '@/lib/auth'

export default async function PrivatePage() {
  const session = await auth.api.getSession({ headers: await headers() })
  if (!session) redirect('/')
  return <p>Hello {session.user.name}</p>
}`,
        },
      ],
    },
    {
      title: 'Sign out here too',
      text: 'signOut ends the session of your app and leads the browser to the server, which ends its own and sends the browser back.',
      code: [
        {
          name: 'app/sign-out-button.tsx',
          language: 'tsx',
          code: `'use client'

import { authClient } from '@/lib/auth-client'

export function SignOutButton() {
  return <button onClick={() => authClient.signOut()}>Sign out</button>
}`,
        },
      ],
    },
  ],
  behindProxy: 'Set BETTER_AUTH_URL to the public https address of your app.',
}
