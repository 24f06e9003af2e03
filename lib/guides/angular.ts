import type { Guide } from './guide.ts'

export const angular: Guide = {
  id: 'angular',
  title: 'Angular',
  kind: 'spa',
  mark: 'A',
  color: '#c3002f',
  library: 'angular-auth-oidc-client',
  version: '22.0.1',
  addresses: { port: 4200, redirectUri: '{{origin}}/', afterSignOut: '{{origin}}/' },
  steps: [
    {
      title: 'Install angular-auth-oidc-client',
      text: 'Browsers allow this sign-in at https, at localhost and at names that end in .localhost only.',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: 'npm install angular-auth-oidc-client@22.0.1',
        },
      ],
    },
    {
      title: 'Add your values',
      text: 'There is no secret: people could read it in the browser.',
      code: [
        {
          name: 'src/app/app.config.ts',
          language: 'ts',
          code: `import { provideHttpClient, withInterceptors } from '@angular/common/http'
import type { ApplicationConfig } from '@angular/core'
import { authInterceptor, provideAuth } from 'angular-auth-oidc-client'

export const appConfig: ApplicationConfig = {
  providers: [
    provideHttpClient(withInterceptors([authInterceptor()])),
    provideAuth({
      config: {
        authority: '{{issuer}}',
        clientId: '{{clientId}}',
        redirectUrl: window.location.origin + '/',
        postLogoutRedirectUri: window.location.origin + '/',
        scope: 'openid profile email',
        responseType: 'code',
        secureRoutes: ['https://api.example.com/'],
      },
    }),
  ],
}`,
        },
      ],
    },
    {
      title: 'Protect the app, and sign out here too',
      text: 'logoff ends the session of the server as well. The interceptor sends the access token to the addresses in secureRoutes.',
      code: [
        {
          name: 'src/app/app.ts',
          language: 'ts',
          code: `import { Component, inject } from '@angular/core'
import { OidcSecurityService } from 'angular-auth-oidc-client'

@Component({
  selector: 'app-root',
  template: \`
    @if (oidc.authenticated().isAuthenticated) {
      <p>Hello {{ oidc.userData().userData?.email }}</p>
      <button (click)="oidc.logoff().subscribe()">Sign out</button>
    } @else {
      <button (click)="oidc.authorize()">Sign in</button>
    }
  \`,
})
export class App {
  readonly oidc = inject(OidcSecurityService)

  constructor() {
    this.oidc.checkAuth().subscribe()
  }
}`,
        },
      ],
    },
  ],
}
