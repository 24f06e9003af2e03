import type { Guide } from './guide.ts'

export const flutter: Guide = {
  id: 'flutter',
  title: 'Flutter',
  kind: 'native',
  mark: 'F',
  color: '#0b5ea8',
  library: 'flutter_appauth',
  version: '11.0.0',
  addresses: {
    port: null,
    redirectUri: 'com.example.app:/callback',
    afterSignOut: 'com.example.app:/signed-out',
  },
  steps: [
    {
      title: 'Install flutter_appauth',
      text: 'Take your own domain, written backwards, as the scheme, and register the same address here.',
      code: [
        { name: 'Terminal', language: 'shell', code: 'flutter pub add flutter_appauth:^11.0.0' },
        {
          name: 'android/app/build.gradle',
          language: 'groovy',
          code: `android {
  defaultConfig {
    manifestPlaceholders += [appAuthRedirectScheme: '{{scheme}}']
  }
}`,
        },
        {
          name: 'ios/Runner/Info.plist',
          language: 'xml',
          code: `<key>CFBundleURLTypes</key>
<array>
  <dict>
    <key>CFBundleURLSchemes</key>
    <array><string>{{scheme}}</string></array>
  </dict>
</array>`,
        },
      ],
    },
    {
      title: 'Sign in, and sign out here too',
      text: 'There is no secret: everybody who installs the app could read it. The system’s browser keeps the session of the server; endSession ends it.',
      code: [
        {
          name: 'lib/sign_in.dart',
          language: 'dart',
          code: `import 'package:flutter_appauth/flutter_appauth.dart';

const _appAuth = FlutterAppAuth();
const _discoveryUrl = '{{issuer}}/.well-known/openid-configuration';

Future<AuthorizationTokenResponse> signIn() => _appAuth.authorizeAndExchangeCode(
      AuthorizationTokenRequest(
        '{{clientId}}',
        '{{redirectUri}}',
        discoveryUrl: _discoveryUrl,
        scopes: ['openid', 'profile', 'email', 'offline_access'],
{{http}}        allowInsecureConnections: true, // The issuer is http: for tests only.
      ),
    );

Future<void> signOut(String idToken) => _appAuth.endSession(
      EndSessionRequest(
        idTokenHint: idToken,
        postLogoutRedirectUrl: '{{afterSignOut}}',
        discoveryUrl: _discoveryUrl,
{{http}}        allowInsecureConnections: true,
      ),
    );`,
        },
      ],
    },
    {
      title: 'Keep the refresh token',
      text: 'Store it in the keychain of the system (flutter_secure_storage, for example). It works once: store the new one before you use the new access token, and renew in one place at a time.',
    },
  ],
}
