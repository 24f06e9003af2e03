/**
 * Signs a user in on a device without a browser (RFC 8628): the device shows a code, the user enters it
 * on a phone or computer, and the device asks until the user has answered.
 */
import * as client from 'openid-client'

const {
  ISSUER = 'http://localhost:3000',
  CLIENT_ID = 'example-device',
  SCOPE = 'openid profile email',
} = process.env

// `allowInsecureRequests` allows http, for this machine only. Remove it in production.
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, undefined, client.None(), {
  execute: [client.allowInsecureRequests],
})

const codes = await client.initiateDeviceAuthorization(config, { scope: SCOPE })
process.stdout.write(`Open ${codes.verification_uri} and enter the code ${codes.user_code}\n`)

try {
  // Waits between requests as the server says, until the user has answered or the code has expired.
  const tokens = await client.pollDeviceAuthorizationGrant(config, codes)
  const person = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
  process.stdout.write(`Signed in as ${person.email}.\n`)
  // What the user did not approve, or does not hold, is missing here.
  process.stdout.write(`Granted: ${tokens.scope}\n`)
} catch (error) {
  // "That wasn't me" on the page returns `access_denied`; after 10 minutes it is `expired_token`.
  process.stderr.write(`Not signed in: ${error.error_description ?? error.message}\n`)
  process.exitCode = 1
}
