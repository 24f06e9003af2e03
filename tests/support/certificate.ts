import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

/** Object identifiers, DER-encoded. */
const oids = {
  commonName: Buffer.from('0603550403', 'hex'),
  ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'),
  subjectAltName: Buffer.from('0603551d11', 'hex'),
  basicConstraints: Buffer.from('0603551d13', 'hex'),
}

/**
 * Makes a self-signed certificate (RFC 5280) that is also its own certificate authority.
 * @param name its DNS name
 * @param withLoopbackAddress also valid for 127.0.0.1
 */
export function selfSigned(name: string, withLoopbackAddress = false): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oids.ecdsaWithSha256)
  const subject = sequence(tagged(0x31, sequence(oids.commonName, tagged(0x0c, Buffer.from(name)))))
  const names = [
    tagged(0x82, Buffer.from(name)),
    ...(withLoopbackAddress ? [tagged(0x87, Buffer.from([127, 0, 0, 1]))] : []),
  ]
  const yes = Buffer.from('0101ff', 'hex')
  const extensions = sequence(
    sequence(oids.subjectAltName, tagged(0x04, sequence(...names))),
    sequence(oids.basicConstraints, yes, tagged(0x04, sequence(yes))),
  )
  const content = sequence(
    tagged(0xa0, Buffer.from('020102', 'hex')),
    tagged(0x02, Buffer.from([1, ...randomBytes(8)])),
    algorithm,
    subject,
    sequence(
      tagged(0x17, Buffer.from('200101000000Z')),
      tagged(0x17, Buffer.from('491231235959Z')),
    ),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const base64 = sequence(content, algorithm, tagged(0x03, signature)).toString('base64')
  const lines = base64.match(/.{1,64}/g) ?? []
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

/** A DER value: tag, length, content. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), content])
}
