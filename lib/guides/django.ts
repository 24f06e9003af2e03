import type { Guide } from './guide.ts'

export const django: Guide = {
  id: 'django',
  title: 'Django',
  kind: 'web',
  mark: 'D',
  color: '#0c4b33',
  library: 'mozilla-django-oidc',
  version: '5.0.2',
  addresses: {
    port: 8000,
    redirectUri: '{{origin}}/oidc/callback/',
    afterSignOut: '{{origin}}/',
  },
  steps: [
    {
      title: 'Install mozilla-django-oidc',
      code: [
        { name: 'Terminal', language: 'shell', code: 'pip install mozilla-django-oidc==5.0.2' },
      ],
    },
    {
      title: 'Add your values',
      text: 'Pass the secret in the environment: keep it out of version control. PKCE is off in the library until the setting is there.',
      code: [
        {
          name: 'settings.py',
          language: 'python',
          code: `import os

INSTALLED_APPS += ['mozilla_django_oidc']  # after django.contrib.auth
AUTHENTICATION_BACKENDS = ['signing_in.Backend']

OIDC_RP_CLIENT_ID = '{{clientId}}'
OIDC_RP_CLIENT_SECRET = os.environ['OIDC_RP_CLIENT_SECRET']
OIDC_RP_SIGN_ALGO = 'RS256'
OIDC_RP_SCOPES = 'openid profile email'
OIDC_USE_PKCE = True
OIDC_OP_AUTHORIZATION_ENDPOINT = '{{issuer}}/auth/authorize'
OIDC_OP_TOKEN_ENDPOINT = '{{issuer}}/auth/token'
OIDC_OP_USER_ENDPOINT = '{{issuer}}/userinfo'
OIDC_OP_JWKS_ENDPOINT = '{{issuer}}/certs'
OIDC_STORE_ID_TOKEN = True
OIDC_OP_LOGOUT_URL_METHOD = 'signing_out.address'
LOGIN_URL = 'oidc_authentication_init'
LOGIN_REDIRECT_URL = '/'
LOGOUT_REDIRECT_URL = '/'`,
        },
        {
          name: 'Terminal',
          language: 'shell',
          code: `OIDC_RP_CLIENT_SECRET='{{secret}}' python manage.py runserver localhost:{{port}}`,
        },
      ],
    },
    {
      title: 'Know people by their user ID',
      text: 'The library takes whoever has the same email address for the same person. An address may be unconfirmed, and may belong to someone else later; the user ID never changes. To keep an account that your app has already, enter the user ID as its username.',
      code: [
        {
          name: 'signing_in.py',
          language: 'python',
          code: `from mozilla_django_oidc.auth import OIDCAuthenticationBackend


class Backend(OIDCAuthenticationBackend):
    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims['sub'])

    def get_username(self, claims):
        return claims['sub']`,
        },
      ],
    },
    {
      title: 'Add the addresses',
      code: [
        {
          name: 'urls.py',
          language: 'python',
          code: `from django.urls import include, path

urlpatterns += [path('oidc/', include('mozilla_django_oidc.urls'))]`,
        },
      ],
    },
    {
      title: 'Protect a page',
      text: 'Send people to sign in when they aren’t.',
      code: [
        {
          name: 'views.py',
          language: 'python',
          code: `from django.contrib.auth.decorators import login_required
from django.http import HttpResponse


@login_required
def home(request):
    return HttpResponse(f'Hello {request.user.email}')`,
        },
      ],
    },
    {
      title: 'Sign out here too',
      text: 'A form that posts to /oidc/logout/ ends the session of the app and of the server.',
      code: [
        {
          name: 'signing_out.py',
          language: 'python',
          code: `from urllib.parse import urlencode


def address(request):
    values = {
        'id_token_hint': request.session.get('oidc_id_token', ''),
        'post_logout_redirect_uri': request.build_absolute_uri('/'),
    }
    return '{{issuer}}/auth/logout?' + urlencode(values)`,
        },
      ],
    },
  ],
  behindProxy:
    "Set SECURE_PROXY_SSL_HEADER = ('HTTP_X_FORWARDED_PROTO', 'https') and USE_X_FORWARDED_HOST = True. Set SESSION_COOKIE_SECURE = True, so that browsers send the session by https only.",
}
