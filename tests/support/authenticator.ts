import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { baseUrl } from './settings.ts'

/** What a test falsifies in an answer; absent parts are right. */
export interface Falsified {
  readonly origin?: string
  readonly type?: string
  readonly rpId?: string
  readonly crossOrigin?: boolean
  readonly challenge?: string
  readonly userVerified?: boolean
  readonly userPresent?: boolean
  readonly backupEligible?: boolean
  readonly count?: number
  readonly userHandle?: string | null
  readonly signature?: string
  readonly discoverable?: boolean
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

/** A software authenticator with one credential (WebAuthn Level 3 section 6). */
export interface Authenticator {
  readonly id: string
  create(options: CreationOptions, falsified?: Falsified): object
  get(options: RequestOptions, falsified?: Falsified): object
}

/** An ES256 credential. Its flags are those of a synced passkey, unless it is bound to one device. */
export function authenticator(kind: 'synced' | 'device' = 'synced'): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  let userHandle = randomBytes(32).toString('base64url')
  let count = 0
  const flagsOf = (falsified: Falsified, attested: boolean) => {
    const isSynced = falsified.backupEligible ?? kind === 'synced'
    return (
      (falsified.userPresent === false ? 0 : 0x01) |
      (falsified.userVerified === false ? 0 : 0x04) |
      (isSynced ? 0x18 : 0) |
      (attested ? 0x40 : 0)
    )
  }
  const dataOf = (rpId: string, falsified: Falsified, attested: Buffer = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flagsOf(falsified, attested.length > 0))
    head.writeUInt32BE(falsified.count ?? (kind === 'device' ? ++count : 0), 1)
    return Buffer.concat([sha256(falsified.rpId ?? rpId), head, attested])
  }
  return {
    id,
    create(options, falsified = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)])
      const authData = dataOf(options.rp.id, falsified, attested)
      const clientDataJSON = clientData('webauthn.create', options.challenge, falsified)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: { credProps: { rk: falsified.discoverable ?? true } },
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          attestationObject: attestation(authData).toString('base64url'),
          transports: ['hybrid', 'internal', 'made-up'],
          publicKeyAlgorithm: -7,
        },
      }
    },
    get(options, falsified = {}) {
      const authenticatorData = dataOf(options.rpId, falsified)
      const clientDataJSON = clientData('webauthn.get', options.challenge, falsified)
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
      const signature = createSign('sha256').update(signed).sign(privateKey)
      const handle = falsified.userHandle === undefined ? userHandle : falsified.userHandle
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: falsified.signature ?? signature.toString('base64url'),
          ...(handle === null ? {} : { userHandle: handle }),
        },
      }
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

function clientData(type: string, challenge: string, falsified: Falsified): Buffer {
  const { origin = baseUrl, crossOrigin = false } = falsified
  const data = { type: falsified.type ?? type, challenge: falsified.challenge ?? challenge }
  return Buffer.from(JSON.stringify({ ...data, origin, crossOrigin }))
}

/** CBOR of `{fmt: "none", attStmt: {}, authData}`. */
function attestation(authData: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    Buffer.from([0xa0]),
    cborText('authData'),
    cborBytes(authData),
  ])
}

/** COSE_Key of a P-256 key: kty 2, alg -7, crv 1. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255])
  return Buffer.concat([head, bytes])
}
