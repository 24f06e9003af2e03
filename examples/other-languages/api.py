"""An API with Flask and PyJWT that verifies access tokens."""

import os

import jwt
from flask import Flask, request

issuer = os.environ.get('ISSUER', 'http://localhost:3000')

app = Flask(__name__)
# Fetched once and cached. Fetched again when a token names an unknown key.
keys = jwt.PyJWKClient(f'{issuer}/certs')


def verify(token):
    """Returns the token's claims. Raises unless it is an access token for this API."""
    # ID tokens and refresh tokens have the same signing keys. Only this tells them apart.
    if jwt.get_unverified_header(token).get('typ') != 'at+jwt':
        raise jwt.InvalidTokenError('not an access token')
    return jwt.decode(
        token,
        keys.get_signing_key_from_jwt(token).key,
        algorithms=['RS256'],
        issuer=issuer,
        # The resource's identifier: tokens for another API are refused.
        audience='inventory',
        options={'require': ['sub', 'exp', 'scope']},
    )


def refuse(status, error=None):
    """Refuses as RFC 6750 requires. A request without a token gets no error code."""
    challenge = 'Bearer realm="inventory"' + (f', error="{error}"' if error else '')
    return '', status, {'WWW-Authenticate': challenge}


@app.get('/items')
def items():
    scheme, _, token = request.headers.get('Authorization', '').partition(' ')
    if scheme.lower() != 'bearer':
        return refuse(401)
    try:
        claims = verify(token)
    except jwt.PyJWTError:
        return refuse(401, 'invalid_token')
    if 'inventory:read' not in claims['scope'].split():
        return refuse(403, 'insufficient_scope')
    return {'items': ['anvil', 'bellows'], 'askedBy': claims['sub']}


if __name__ == '__main__':
    app.run('localhost', int(os.environ.get('PORT', '8083')))
