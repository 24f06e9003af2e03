import type { Guide } from './guide.ts'

export const flask: Guide = {
  id: 'flask',
  title: 'Flask',
  kind: 'web',
  mark: 'F',
  color: '#2f6f7e',
  library: 'Authlib',
  version: '1.9.6',
  addresses: { port: 5000, redirectUri: '{{origin}}/callback', afterSignOut: '{{origin}}/' },
  steps: [
    {
      title: 'Install Authlib',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: 'pip install flask authlib==1.9.6 requests python-dotenv',
        },
      ],
    },
    {
      title: 'Add your values',
      text: 'Keep this file out of version control. SECRET_KEY signs the session cookie: take any 32 random bytes.',
      code: [
        {
          name: '.env',
          language: 'ini',
          code: `SECRET_KEY=<32 random bytes>
ISSUER={{issuer}}
CLIENT_ID={{clientId}}
CLIENT_SECRET={{secret}}`,
        },
      ],
    },
    {
      title: 'Create the app',
      text: 'PKCE is off in the library until code_challenge_method is there.',
      code: [
        {
          name: 'app.py',
          language: 'python',
          code: `import os
from urllib.parse import urlencode

from authlib.integrations.flask_client import OAuth, OAuthError
from flask import Flask, redirect, session, url_for
from markupsafe import escape

app = Flask(__name__)
app.secret_key = os.environ['SECRET_KEY']
app.config['SESSION_COOKIE_SAMESITE'] = 'Lax'
issuer = os.environ['ISSUER']
oauth = OAuth(app)
oauth.register(
    'authserver',
    server_metadata_url=f'{issuer}/.well-known/openid-configuration',
    client_id=os.environ['CLIENT_ID'],
    client_secret=os.environ['CLIENT_SECRET'],
    client_kwargs={'scope': 'openid profile email', 'code_challenge_method': 'S256'},
)


@app.get('/sign-in')
def sign_in():
    return oauth.authserver.authorize_redirect(url_for('callback', _external=True))


@app.get('/callback')
def callback():
    try:
        tokens = oauth.authserver.authorize_access_token()
    except OAuthError:
        # Cancel returns an error, too.
        return 'That did not work. <a href="/sign-in">Sign in</a>', 400
    person = tokens['userinfo']
    # The user ID never changes. An email address may, and may be unconfirmed.
    session['subject'] = person['sub']
    session['email'] = person.get('email', '')
    session['id_token'] = tokens['id_token']
    return redirect('/')`,
        },
        { name: 'Terminal', language: 'shell', code: 'flask run' },
      ],
    },
    {
      title: 'Protect a page',
      text: 'Send people to sign in when they aren’t.',
      code: [
        {
          name: 'app.py',
          language: 'python',
          code: `@app.get('/')
def home():
    if 'subject' not in session:
        return redirect('/sign-in')
    return f"Hello {escape(session['email'])}"`,
        },
      ],
    },
    {
      title: 'Sign out here too',
      text: 'The server’s sign-out ends its session as well: otherwise the next sign-in needs no password.',
      code: [
        {
          name: 'app.py',
          language: 'python',
          code: `@app.post('/sign-out')
def sign_out():
    values = {
        'id_token_hint': session.get('id_token', ''),
        'post_logout_redirect_uri': url_for('home', _external=True),
    }
    session.clear()
    return redirect(f'{issuer}/auth/logout?{urlencode(values)}')`,
        },
      ],
    },
  ],
  behindProxy:
    "Wrap the app: app.wsgi_app = ProxyFix(app.wsgi_app, x_proto=1, x_host=1), from werkzeug.middleware.proxy_fix. Set app.config['SESSION_COOKIE_SECURE'] = True, so that browsers send the session by https only.",
}
