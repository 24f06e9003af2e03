import type { Guide } from './guide.ts'

export const vue: Guide = {
  id: 'vue',
  title: 'Vue',
  kind: 'spa',
  mark: 'V',
  color: '#2f9468',
  library: 'oidc-client-ts',
  version: '3.5.0',
  ranOn: '27 November 2026',
  addresses: { port: 5173, redirectUri: '{{origin}}/callback', afterSignOut: '{{origin}}/' },
  steps: [
    {
      title: 'Install oidc-client-ts',
      text: 'Browsers allow this sign-in at https, at localhost and at names that end in .localhost only.',
      code: [{ name: 'Terminal', language: 'shell', code: 'npm install oidc-client-ts@3.5.0' }],
    },
    {
      title: 'Create the sign-in',
      text: 'There is no secret: people could read it in the browser.',
      code: [
        {
          name: 'src/sign-in.ts',
          language: 'ts',
          code: `import { type User, UserManager } from 'oidc-client-ts'
import { shallowRef } from 'vue'

const manager = new UserManager({
  authority: '{{issuer}}',
  client_id: '{{clientId}}',
  redirect_uri: '{{redirectUri}}',
  post_logout_redirect_uri: '{{afterSignOut}}',
  scope: 'openid profile email',
})

export const person = shallowRef<User | null>(null)
export const signIn = () => manager.signinRedirect()
// Ends the session of the server as well.
export const signOut = () => manager.signoutRedirect()

/** Call it before the app is mounted. */
export async function restore() {
  if (location.pathname === '/callback') {
    await manager.signinRedirectCallback()
    // The code in the address works once.
    history.replaceState({}, '', '/')
  }
  person.value = await manager.getUser()
}`,
        },
        {
          name: 'src/main.ts',
          language: 'ts',
          code: `import { createApp } from 'vue'
import App from './App.vue'
import { restore } from './sign-in'

restore().finally(() => createApp(App).mount('#app'))`,
        },
      ],
    },
    {
      title: 'Protect the app, and sign out here too',
      code: [
        {
          name: 'src/App.vue',
          language: 'vue',
          code: `<script setup lang="ts">
import { person, signIn, signOut } from './sign-in'
</script>

<template>
  <template v-if="person">
    <p>Hello {{ person.profile.email }}</p>
    <button @click="signOut()">Sign out</button>
  </template>
  <button v-else @click="signIn()">Sign in</button>
</template>`,
        },
      ],
    },
  ],
}
