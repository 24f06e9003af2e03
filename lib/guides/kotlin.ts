import type { Guide } from './guide.ts'

export const kotlin: Guide = {
  id: 'kotlin',
  title: 'Kotlin',
  kind: 'native',
  mark: 'K',
  color: '#6c3fc4',
  library: 'AppAuth for Android',
  version: '0.11.1',
  addresses: {
    port: null,
    redirectUri: 'com.example.app:/callback',
    afterSignOut: 'com.example.app:/signed-out',
  },
  steps: [
    {
      title: 'Add AppAuth',
      text: 'Take your own domain, written backwards, as the scheme, and register the same address here. AppAuth for Android connects to https addresses only.',
      code: [
        {
          name: 'app/build.gradle.kts',
          language: 'kotlin',
          code: `android {
  defaultConfig {
    manifestPlaceholders["appAuthRedirectScheme"] = "{{scheme}}"
  }
}

dependencies {
  implementation("net.openid:appauth:0.11.1")
}`,
        },
      ],
    },
    {
      title: 'Sign in, and sign out here too',
      text: 'There is no secret: everybody who installs the app could read it. The system’s browser keeps the session of the server; the end-session request ends it.',
      code: [
        {
          name: 'SignIn.kt',
          language: 'kotlin',
          code: `import android.content.Intent
import android.net.Uri
import net.openid.appauth.*

class SignIn(private val service: AuthorizationService, private val start: (Intent) -> Unit) {
  var state = AuthState()
    private set

  fun signIn() = discovered { configuration ->
    val request = AuthorizationRequest.Builder(
      configuration, "{{clientId}}", ResponseTypeValues.CODE, Uri.parse("{{redirectUri}}")
    ).setScope("openid profile email offline_access").build()
    start(service.getAuthorizationRequestIntent(request))
  }

  /** Call it with the result of the intent. */
  fun finish(result: Intent, done: (signedIn: Boolean) -> Unit) {
    val response = AuthorizationResponse.fromIntent(result)
    state.update(response, AuthorizationException.fromIntent(result))
    if (response == null) return done(false) // Closed, or refused on the consent page.
    service.performTokenRequest(response.createTokenExchangeRequest()) { tokens, error ->
      state.update(tokens, error)
      done(tokens != null)
    }
  }

  fun signOut() = discovered { configuration ->
    val request = EndSessionRequest.Builder(configuration)
      .setIdTokenHint(state.idToken)
      .setPostLogoutRedirectUri(Uri.parse("{{afterSignOut}}"))
      .build()
    start(service.getEndSessionRequestIntent(request))
    state = AuthState()
  }

  private fun discovered(then: (AuthorizationServiceConfiguration) -> Unit) =
    AuthorizationServiceConfiguration.fetchFromIssuer(Uri.parse("{{issuer}}")) { configuration, _ ->
      if (configuration != null) then(configuration)
    }
}`,
        },
      ],
    },
    {
      title: 'Call your API',
      text: 'state.performActionWithFreshTokens renews the access token first if that is necessary. Encrypt the state with a key in the Keystore, out of backups: a refresh token works once.',
    },
  ],
}
