import type { Guide } from './guide.ts'

export const nextjs: Guide = {
  id: 'nextjs',
  title: 'Next.js',
  kind: 'web',
  mark: 'N',
  color: '#111111',
  library: 'Auth.js (next-auth)',
  version: '5.0.0-beta.32',
  ranOn: '27 November 2026',
  addresses: {
    port: 3000,
    redirectUri: '{{origin}}/api/auth/callback/authserver',
    afterSignOut: '{{origin}}/',
  },
  steps: [
    {
      title: 'Install Auth.js',
      code: [{ name: 'Terminal', language: 'shell', code: 'npm install next-auth@5.0.0-beta.32' }],
    },
    {
      title: 'Add your values',
      text: 'Keep this file out of version control. AUTH_SECRET encrypts the session cookie: take any 32 random bytes (openssl rand -base64 32).',
      code: [
        {
          name: '.env.local',
          language: 'ini',
          code: `AUTH_SECRET=<32 random bytes>
AUTH_URL={{origin}}
AUTH_AUTHSERVER_ISSUER={{issuer}}
AUTH_AUTHSERVER_ID={{clientId}}
AUTH_AUTHSERVER_SECRET={{secret}}`,
        },
      ],
    },
    {
      title: 'Create two files',
      code: [
        {
          name: 'auth.ts',
          language: 'ts',
          code: `import NextAuth from 'next-auth'

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'authserver',
      name: 'authserver',
      type: 'oidc',
      issuer: process.env.AUTH_AUTHSERVER_ISSUER,
      clientId: process.env.AUTH_AUTHSERVER_ID,
      clientSecret: process.env.AUTH_AUTHSERVER_SECRET,
      checks: ['pkce', 'state', 'nonce'],
    },
  ],
  callbacks: {
    // The sign-out below needs the ID token.
    jwt: ({ token, account }) => (account ? { ...token, idToken: account.id_token } : token),
  },
})`,
        },
        {
          name: 'app/api/auth/[...nextauth]/route.ts',
          language: 'ts',
          code: `import { handlers } from '@/auth'

export const { GET, POST } = handlers`,
        },
      ],
    },
    {
      title: 'Protect a page',
      text: 'Send people to sign in when they aren’t.',
      code: [
        {
          name: 'app/private/page.tsx',
          language: 'tsx',
          code: `import { redirect } from 'next/navigation'
import { auth } from '@/auth'

export default async function PrivatePage() {
  const session = await auth()
  if (!session) redirect('/api/auth/signin')
  return <p>Hello {session.user?.email}</p>
}`,
        },
      ],
    },
    {
      title: 'Sign out here too',
      text: 'Auth.js ends only the session of your app. This route ends the one of the server as well; otherwise the next sign-in needs no password. Link to it with a form that posts.',
      code: [
        {
          name: 'app/sign-out/route.ts',
          language: 'ts',
          code: `import { getToken } from 'next-auth/jwt'
import { NextResponse, type NextRequest } from 'next/server'
import { signOut } from '@/auth'

export async function POST(request: NextRequest) {
  const token = await getToken({
    req: request,
    secret: process.env.AUTH_SECRET,
    secureCookie: request.nextUrl.protocol === 'https:',
  })
  await signOut({ redirect: false })
  const address = new URL('{{issuer}}/auth/logout')
  if (token?.idToken) address.searchParams.set('id_token_hint', String(token.idToken))
  address.searchParams.set('post_logout_redirect_uri', '{{afterSignOut}}')
  return NextResponse.redirect(address, 303)
}`,
        },
      ],
    },
  ],
  behindProxy: 'Set AUTH_TRUST_HOST=true and AUTH_URL to the public https address of your app.',
}
