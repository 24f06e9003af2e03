"""A web application with Flask and Authlib that signs users in and out."""

import os
from urllib.parse import urlencode

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session
from markupsafe import escape

issuer = os.environ.get('ISSUER', 'http://localhost:3000')
port = int(os.environ.get('PORT', '8084'))
origin = f'http://localhost:{port}'

app = Flask(__name__)
# Signs the session cookie. Store a fixed key: with a random one, a restart signs all users out.
app.secret_key = os.urandom(32)
oauth = OAuth(app)
oauth.register(
    'authserver',
    server_metadata_url=f'{issuer}/.well-known/openid-configuration',
    client_id=os.environ['CLIENT_ID'],
    client_secret=os.environ['CLIENT_SECRET'],
    # PKCE is off by default, but the server requires it.
    client_kwargs={'scope': 'openid profile email', 'code_challenge_method': 'S256'},
)


@app.get('/')
def home():
    if 'person' not in session:
        return '<a href="/sign-in">Sign in</a>'
    return f'Hello {escape(session["person"])}. <a href="/sign-out">Sign out</a>'


@app.get('/sign-in')
def sign_in():
    return oauth.authserver.authorize_redirect(f'{origin}/callback')


@app.get('/callback')
def callback():
    try:
        tokens = oauth.authserver.authorize_access_token()
    except AuthlibBaseError:
        # Cancel returns `access_denied`. Opening the callback address twice fails too.
        return 'That did not work. <a href="/sign-in">Sign in</a>', 400
    session['person'] = tokens['userinfo'].get('email', 'you')
    session['id_token'] = tokens['id_token']
    return redirect('/')


@app.get('/sign-out')
def sign_out():
    id_token = session.get('id_token', '')
    session.clear()
    end = oauth.authserver.load_server_metadata()['end_session_endpoint']
    query = {'id_token_hint': id_token, 'post_logout_redirect_uri': f'{origin}/'}
    return redirect(f'{end}?{urlencode(query)}')


if __name__ == '__main__':
    app.run('localhost', port)
