import type { Guide } from './guide.ts'

export const swift: Guide = {
  id: 'swift',
  title: 'Swift',
  kind: 'native',
  mark: 'S',
  color: '#c84325',
  library: 'AppAuth for iOS',
  version: '2.0.0',
  addresses: {
    port: null,
    redirectUri: 'com.example.app:/callback',
    afterSignOut: 'com.example.app:/signed-out',
  },
  steps: [
    {
      title: 'Add AppAuth',
      text: 'In Xcode: File → Add Package Dependencies, with this address. Add the scheme of your redirect URI under Info → URL Types: your own domain, written backwards.',
      code: [
        {
          name: 'Package address',
          language: 'text',
          code: 'https://github.com/openid/AppAuth-iOS.git',
        },
      ],
    },
    {
      title: 'Sign in, and sign out here too',
      text: 'There is no secret: everybody who installs the app could read it. The system’s browser keeps the session of the server; the end-session request ends it.',
      code: [
        {
          name: 'SignIn.swift',
          language: 'swift',
          code: `import AppAuth
import UIKit

@MainActor
final class SignIn {
  private let issuer = URL(string: "{{issuer}}")!
  private var flow: OIDExternalUserAgentSession?
  private(set) var state: OIDAuthState?

  func signIn(from window: UIViewController) {
    OIDAuthorizationService.discoverConfiguration(forIssuer: issuer) { configuration, _ in
      guard let configuration else { return }
      let request = OIDAuthorizationRequest(
        configuration: configuration,
        clientId: "{{clientId}}",
        scopes: [OIDScopeOpenID, OIDScopeProfile, OIDScopeEmail, "offline_access"],
        redirectURL: URL(string: "{{redirectUri}}")!,
        responseType: OIDResponseTypeCode,
        additionalParameters: nil)
      self.flow = OIDAuthState.authState(byPresenting: request, presenting: window) { state, _ in
        self.state = state
      }
    }
  }

  func signOut(from window: UIViewController) {
    guard let state, let idToken = state.lastTokenResponse?.idToken,
      let agent = OIDExternalUserAgentIOS(presenting: window)
    else { return }
    let request = OIDEndSessionRequest(
      configuration: state.lastAuthorizationResponse.request.configuration,
      idTokenHint: idToken,
      postLogoutRedirectURL: URL(string: "{{afterSignOut}}")!,
      additionalParameters: nil)
    self.flow = OIDAuthorizationService.present(request, externalUserAgent: agent) { _, _ in
      self.state = nil
    }
  }
}`,
        },
      ],
    },
    {
      title: 'Call your API',
      text: 'state.performAction(freshTokens:) renews the access token first if that is necessary. Keep the state in the Keychain, out of backups: a refresh token works once.',
    },
  ],
}
